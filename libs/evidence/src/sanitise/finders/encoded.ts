import { BASE64, charSet, DIGIT, LOWER, runEnd, UPPER } from '../chars.ts';
import { REDACTED, type Span } from '../spans.ts';

const JWT_CHARS = charSet('a-zA-Z0-9_.=-');

/** `{"` in base64: how every JWT, and every configuration object that was base64-encoded, begins. */
const JSON_IN_BASE64 = 'eyJ';
const JSON_LEAST = 16;

/** JSON Web Tokens and base64 of JSON objects, with every dotted part that follows. */
export function findEncodedJson(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(JSON_IN_BASE64); at !== -1;) {
    const runsTo = runEnd(text, at, JWT_CHARS);
    let end = runsTo;
    while (end > at && text[end - 1] === '.') end -= 1;
    if (end - at >= JSON_LEAST) found.push({ start: at, end, text: REDACTED });
    at = text.indexOf(JSON_IN_BASE64, runsTo);
  }
  return found;
}

const PEM_BEGIN = '-----BEGIN ';
const PEM_END = '-----END ';
const PEM_LABEL_LIMIT = 64;

/** Private key blocks, whole; one that is cut off goes to the end of the text. */
export function findPrivateKeys(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(PEM_BEGIN); at !== -1;) {
    const label =
      text.slice(at + PEM_BEGIN.length, at + PEM_BEGIN.length + PEM_LABEL_LIMIT).split('-----', 1)[0] ?? '';
    let next = at + PEM_BEGIN.length;
    if (label.includes('PRIVATE KEY')) {
      const close = text.indexOf(PEM_END, next);
      const dashes = close === -1 ? -1 : text.indexOf('-----', close + PEM_END.length);
      next = dashes === -1 ? text.length : dashes + 5;
      found.push({ start: at, end: next, text: REDACTED });
    }
    at = text.indexOf(PEM_BEGIN, next);
  }
  return found;
}

const OPAQUE_LEAST = 32;
const EACH_LEAST = 3;
/** Random characters change between capitals, small letters and digits at two places of three; words and hashes seldom. */
const CHANGES_LEAST = 0.4;

function classOf(unit: number): 0 | 1 | 2 | 3 {
  if (LOWER(unit)) return 0;
  if (UPPER(unit)) return 1;
  return DIGIT(unit) ? 2 : 3;
}

function looksRandom(text: string, from: number, to: number): boolean {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  let changes = 0;
  for (let index = from, last = -1; index < to; index += 1) {
    const kind = classOf(text.charCodeAt(index));
    counts[kind] += 1;
    if (kind !== last) changes += 1;
    last = kind;
  }
  const [lower, upper, digits] = counts;
  return Math.min(lower, upper, digits) >= EACH_LEAST && changes >= (to - from) * CHANGES_LEAST;
}

/** Long runs that look drawn by lot. Hashes in hexadecimal, UUIDs and long names do not. */
export function findOpaqueRuns(text: string): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < text.length;) {
    const end = runEnd(text, at, BASE64);
    if (end - at >= OPAQUE_LEAST && looksRandom(text, at, end))
      found.push({ start: at, end, text: REDACTED });
    at = end + 1;
  }
  return found;
}
