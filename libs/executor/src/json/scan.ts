/**
 * Finds where the parts of a JSON text stand in its bytes. It does not check the text: on malformed input it
 * answers null or nonsense within the bounds, never an error, so what depends on it is parsed as well.
 */

/** `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Member {
  /** Decoded. */
  readonly key: string;
  /** Where the key's opening quote stands. */
  readonly at: number;
  readonly value: Span;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** The first place from `at` that holds no white space; the length of `bytes` when there is none. */
export function skipSpace(bytes: Buffer, at: number): number {
  let here = at;
  while (isSpace(bytes[here])) here += 1;
  return here;
}

function endOfString(bytes: Buffer, at: number): number {
  let here = at + 1;
  for (;;) {
    const end = bytes.indexOf(quote, here);
    if (end === -1) return -1;
    let before = end - 1;
    while (before > at && bytes[before] === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
    here = end + 1;
  }
}

function endOfNested(bytes: Buffer, at: number): number {
  let depth = 0;
  let here = at;
  while (here < bytes.length) {
    const byte = bytes[here];
    if (byte === quote) {
      here = endOfString(bytes, here);
      if (here === -1) return -1;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth += 1;
    if (byte === closeBrace || byte === closeBracket) depth -= 1;
    here += 1;
    if (depth === 0) return here;
  }
  return -1;
}

function endOfScalar(bytes: Buffer, at: number): number {
  let here = at;
  while (here < bytes.length) {
    const byte = bytes[here];
    if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) break;
    here += 1;
  }
  return here === at ? -1 : here;
}

function endOfValue(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) return -1;
  if (byte === quote) return endOfString(bytes, at);
  if (byte === openBrace || byte === openBracket) return endOfNested(bytes, at);
  return endOfScalar(bytes, at);
}

function decodeKey(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** A member whose value has no end within the bytes ends at -1. */
function memberAt(bytes: Buffer, at: number): Member | null {
  if (bytes[at] !== quote) return null;
  const keyEnd = endOfString(bytes, at);
  if (keyEnd === -1) return null;
  const between = skipSpace(bytes, keyEnd);
  if (bytes[between] !== colon) return null;
  const start = skipSpace(bytes, between + 1);
  if (start >= bytes.length) return null;
  return { key: decodeKey(bytes, at, keyEnd), at, value: { start, end: endOfValue(bytes, start) } };
}

/** The members of an object that may be cut off, up to where it is. */
export interface LeadingMembers {
  readonly members: readonly Member[];
  /** The member within whose value it is cut off. */
  readonly open: { readonly key: string; readonly start: number } | null;
}

interface Reading extends LeadingMembers {
  /** The object's end was found. */
  readonly whole: boolean;
}

function readMembers(bytes: Buffer, at: number): Reading {
  const members: Member[] = [];
  const cut: Reading = { members, open: null, whole: false };
  if (bytes[at] !== openBrace) return cut;
  let here = skipSpace(bytes, at + 1);
  if (bytes[here] === closeBrace) return { ...cut, whole: true };
  for (;;) {
    const member = memberAt(bytes, here);
    if (member === null) return cut;
    const { key, value } = member;
    if (value.end === -1) return { ...cut, open: { key, start: value.start } };
    members.push(member);
    here = skipSpace(bytes, value.end);
    if (bytes[here] !== comma) return { ...cut, whole: bytes[here] === closeBrace };
    here = skipSpace(bytes, here + 1);
  }
}

/** The members of the object whose `{` stands at `at`, in order, repeated keys included; null when there is no object. */
export function objectMembers(bytes: Buffer, at: number): readonly Member[] | null {
  const { members, whole } = readMembers(bytes, at);
  return whole ? members : null;
}

/** The same of an object that may be cut off. */
export const leadingMembers = (bytes: Buffer, at: number): LeadingMembers => readMembers(bytes, at);

/** The elements of the array whose `[` stands at `at`, in order; null when there is no array. */
export function arrayElements(bytes: Buffer, at: number): readonly Span[] | null {
  if (bytes[at] !== openBracket) return null;
  const elements: Span[] = [];
  let here = skipSpace(bytes, at + 1);
  if (bytes[here] === closeBracket) return elements;
  for (;;) {
    const end = endOfValue(bytes, here);
    if (end === -1) return null;
    elements.push({ start: here, end });
    here = skipSpace(bytes, end);
    if (bytes[here] === closeBracket) return elements;
    if (bytes[here] !== comma) return null;
    here = skipSpace(bytes, here + 1);
  }
}

/** The member that a JSON parser would keep: the last of its name. */
export function lastMember(members: readonly Member[], key: string): Member | null {
  return members.findLast((member) => member.key === key) ?? null;
}

export const isArrayAt = (bytes: Buffer, span: Span): boolean => bytes[span.start] === openBracket;

export const isNullAt = (bytes: Buffer, span: Span): boolean =>
  bytes.toString('latin1', span.start, span.end) === 'null';
