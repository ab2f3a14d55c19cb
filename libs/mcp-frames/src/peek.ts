import { parseJson } from './parse-json.ts';
import type { MessageId } from './json-rpc.ts';

/** What is kept of each end of a frame that is too long to read. */
export const PEEKED = 512;

/** What the two ends of a frame that is too long say of it. */
export interface Peeked {
  /** What it asks or tells; null for an answer. */
  readonly method: string | null;
  /** Undefined where it stands at neither end. */
  readonly id: MessageId | undefined;
}

const scalar = String.raw`(-?\d{1,16}|"(?:[^"\\]|\\.){0,200}")`;
const version = String.raw`(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?`;
const idFirst = new RegExp(String.raw`^\s*\{\s*${version}"id"\s*:\s*${scalar}\s*,`);
const idLast = new RegExp(String.raw`,\s*"id"\s*:\s*${scalar}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);
const methodFirst = new RegExp(
  String.raw`^\s*\{\s*${version}(?:"id"\s*:\s*${scalar}\s*,\s*)?${version}"method"\s*:\s*"([\w/]{1,100})"`,
);

export function peek(head: string, tail: string): Peeked {
  const written = (idFirst.exec(head) ?? idLast.exec(tail))?.[1];
  const id = written === undefined ? undefined : parseJson(written);
  return {
    method: methodFirst.exec(head)?.[2] ?? null,
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
  };
}
