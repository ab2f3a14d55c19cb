import { charSet, looksDrawn, runEnd } from '../chars.ts';
import { kindOfKey } from '../keys.ts';
import { isProse } from '../prose.ts';
import { REDACTED, type Span } from '../spans.ts';
import { valueAt } from '../values.ts';
import { looksLikeCredential } from './assignment.ts';

const OPTION = /(?<![A-Za-z0-9-])--?([A-Za-z][A-Za-z0-9_-]{0,63})(?:["'\\]{0,4}\s{0,4},\s{0,8}|\s{1,8})/g;
const NO_VALUE = charSet('([{<-|');

/** `--token x`, and `"--token", "x"` as an argument list is printed. `--token is required` is a sentence. */
export function findOptions(text: string): Span[] {
  const found: Span[] = [];
  let covered = 0;
  for (const match of text.matchAll(OPTION)) {
    if (match.index < covered) continue;
    const at = match.index + match[0].length;
    if (kindOfKey(match[1] ?? '') === 'harmless') continue;
    const { start, end } = valueAt(text, at);
    const value = text.slice(start, end);
    const isOption =
      NO_VALUE(text.charCodeAt(start)) && !(value.startsWith('-') && looksLikeCredential(value));
    if (value === '' || isOption || isProse(value)) continue;
    covered = end;
    found.push({ start, end, text: REDACTED });
  }
  return found;
}

const USER = /(?<![A-Za-z0-9-])(?:-u|--user|--proxy-user)[\s=]["']?(?=[^\s:]{1,64}:)/g;

/** `curl -u user:password`. */
export function findUserOptions(text: string): Span[] {
  const found: Span[] = [];
  let covered = 0;
  for (const match of text.matchAll(USER)) {
    if (match.index < covered) continue;
    const start = match.index + match[0].length;
    covered = runEnd(text, start, (unit) => unit > 0x20 && unit !== 0x22 && unit !== 0x27);
    found.push({ start, end: covered, text: REDACTED });
  }
  return found;
}

const QUOTED =
  /\b(?:password|passphrase|passwd|pwd|secret|token|key|credential)\s{1,3}(?:is |was |of )?\s{0,3}["'`]([^"'`\s]{1,256})["'`]/gi;
const STATED =
  /\b(?:password|passphrase|passwd|pwd|secret|token|key|credential)\s{1,3}(?:is|was|of)\s{1,3}(\S{1,256})/gi;
const BARE =
  /\b(?:password|passphrase|passwd|pwd|secret|token|api_?key|key|cookie|credentials?|signature|authorization)\s{1,3}[<([]?([\w.~+/-]{8,256}=*)/gi;

const NAMED =
  /\b(?:password|passphrase|passwd|pwd|secret|token|credential)\s{1,3}[<([]?([\w.~+/!@#$%^&*-]{5,256}=*)/gi;
/** Algorithms, encodings, protocols, versions and places: letters and digits that are no secret. */
const TECHNICAL =
  /^(?:v?\d+(?:\.\d+)*[a-z]{0,3}|(?:sha|md|rsa|dsa|aes|hs|rs|es|ps|ed|x|p|utf|base|http|https|oauth|tls|ssl|ipv|argon|secp|o|cl|line|column|attempt|http\/)[-_]?\d+(?:[-_./]?[a-z0-9]+){0,3})$/i;

const isNamedSecret = (value: string): boolean =>
  looksLikeCredential(value) && !TECHNICAL.test(value) && !isProse(value);

/**
 * `token abc123 rejected` and `password is hunter2`: in prose only what has letters and digits is taken for a secret, and
 * right after the word for one only what looks drawn by lot.
 */
export function findPhrases(text: string): Span[] {
  const within = (pattern: RegExp, isSecret: (value: string) => boolean): Span[] =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = (match[1] ?? '').replace(/[.,;:!?)"'`]+$/, '');
      const start = match.index + match[0].lastIndexOf(match[1] ?? '');
      return isSecret(value) ? [{ start, end: start + value.length, text: REDACTED }] : [];
    });
  return [
    ...within(QUOTED, looksLikeCredential),
    ...within(STATED, looksLikeCredential),
    ...within(BARE, looksDrawn),
    ...within(NAMED, isNamedSecret),
  ];
}
