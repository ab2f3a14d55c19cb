/** A set of ASCII characters, asked by code unit in constant time. */
export type CharSet = (unit: number) => boolean;

/** The set of the characters of `members`; `a-z`, `A-Z` and `0-9` stand for their ranges. */
export function charSet(members: string): CharSet {
  const flags = new Uint8Array(128);
  const expanded = members
    .replace('a-z', 'abcdefghijklmnopqrstuvwxyz')
    .replace('A-Z', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    .replace('0-9', '0123456789');
  for (const member of expanded) flags[member.charCodeAt(0)] = 1;
  return (unit) => unit < 128 && flags[unit] === 1;
}

export const ALNUM = charSet('a-zA-Z0-9');
export const WORD = charSet('a-zA-Z0-9_-');
export const HEX = charSet('0-9abcdefABCDEF');
export const DIGIT = charSet('0-9');
export const UPPER = charSet('A-Z');
export const LOWER = charSet('a-z');
export const BASE64 = charSet('a-zA-Z0-9+/_-');
export const SPACE = charSet(' \t\n\r');

/** The first index from `from` whose character is not of the set. */
export function runEnd(text: string, from: number, set: CharSet, limit = text.length): number {
  let index = from;
  while (index < limit && set(text.charCodeAt(index))) index += 1;
  return index;
}

/** The first index of the run of the set's characters that ends before `end`, at most `limit` characters back. */
export function runStart(text: string, end: number, set: CharSet, limit: number): number {
  let index = end;
  while (index > 0 && end - index < limit && set(text.charCodeAt(index - 1))) index -= 1;
  return index;
}

const CASES = [/[a-z]/, /[A-Z]/, /[0-9]/];
const TURN = /[A-Za-z][0-9]|[0-9][A-Za-z]/g;

/** Capitals, small letters and digits that change places often: drawn by lot. Words, versions, hashes and UUIDs are not. */
export function looksDrawn(text: string): boolean {
  if (text.length < 8 || !CASES.every((one) => one.test(text))) return false;
  return text.length > 20 || (text.match(TURN)?.length ?? 0) >= 2;
}
