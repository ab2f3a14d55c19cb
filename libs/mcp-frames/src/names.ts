import { cleanText } from '@mcp-witness/evidence';
import { setBounded } from './bounded.ts';
import { textOf } from './json-rpc.ts';

const LONGEST_NAME_BYTES = 256;

/** Names come again with every call. */
const cleaned = new Map<string, string>();
const MOST_REMEMBERED = 1_024;

function clean(name: string): string {
  const { text } = cleanText(name, { lineBreaks: false, maxBytes: LONGEST_NAME_BYTES });
  if (name.length <= LONGEST_NAME_BYTES) setBounded(cleaned, name, text, MOST_REMEMBERED);
  return text;
}

/** A name that somebody else chose, fit to be told: without secrets of known shape and controls, cut. Null for none. */
export function nameOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null) return null;
  return textOf(cleaned.get(text) ?? clean(text));
}
