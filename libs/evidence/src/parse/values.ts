import { toUtc } from '../freshness/instant.ts';
import { utf8Length } from '../text/utf8.ts';
import type { Read } from './reader.ts';
import { that } from './reader.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const CODE = /^[a-z][a-z0-9_]{0,63}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const PRINTABLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u;
const NUL_OR_LONE_SURROGATE = /\0|\p{Cs}/u;

/** Longest server name, in UTF-8 bytes. */
const MAX_NAME_BYTES = 256;
const LONGEST_INSTANT = 64;

const matching =
  (pattern: RegExp, longest: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length <= longest && pattern.test(value);

/** UUID of version 7, in either case, kept as given. */
export const uuid7 = that(matching(UUID_V7, 36));

/** 1 to 200 printable characters. */
export const id = that(matching(PRINTABLE, 400));

/** A reason, finding or error code. */
export const code = that(matching(CODE, 64));

/** A value of an open list: 1 to 64 printable characters; unknown ones are kept. */
export const openValue = that(matching(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u, 64));

/** SHA-256 in lower hex. */
export const digest = that(matching(DIGEST, 64));

export const flag = that((value): value is boolean => typeof value === 'boolean');

/** A value of a closed list. */
export const oneOf = <const Values extends readonly string[]>(...values: Values): Read<Values[number]> =>
  that((value): value is Values[number] => typeof value === 'string' && values.includes(value));

/** A safe integer of at least `least`. */
export const integer = (least: number): Read<number> =>
  that(
    (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= least,
  );

export const count = integer(0);

/** Any text of at most `longest` UTF-16 units. What it may show is the sanitiser's business. */
export function text(longest: number): Read<string> {
  return (value, pointer, faults) => {
    if (typeof value === 'string' && value.length <= longest) return value;
    faults.add(pointer, typeof value === 'string' ? 'too_large' : 'malformed');
    return undefined;
  };
}

/** A server name: not blank, at most 256 UTF-8 bytes, any characters but NUL and lone surrogates, kept as given. */
export const serverName: Read<string> = (value, pointer, faults) => {
  if (typeof value !== 'string' || value.trim() === '') {
    faults.add(pointer, 'malformed');
    return undefined;
  }
  const tooLong = value.length > MAX_NAME_BYTES || utf8Length(value) > MAX_NAME_BYTES;
  if (!tooLong && !NUL_OR_LONE_SURROGATE.test(value)) return value;
  faults.add(pointer, tooLong ? 'too_large' : 'malformed');
  return undefined;
};

/** An RFC 3339 instant with any offset, returned as UTC. */
export const instant: Read<string> = (value, pointer, faults) => {
  const utc = typeof value === 'string' && value.length <= LONGEST_INSTANT ? toUtc(value) : null;
  if (utc !== null) return utc;
  faults.add(pointer, 'malformed');
  return undefined;
};
