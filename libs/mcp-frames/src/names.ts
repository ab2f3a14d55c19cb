import { cleanText } from '@mcp-witness/evidence';
import { textOf } from './json-rpc.ts';

const LONGEST_NAME_BYTES = 256;

/** A name that somebody else chose, fit to be told: without secrets of known shape and controls, cut. Null for none. */
export function nameOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null) return null;
  return textOf(cleanText(text, { lineBreaks: false, maxBytes: LONGEST_NAME_BYTES }).text);
}
