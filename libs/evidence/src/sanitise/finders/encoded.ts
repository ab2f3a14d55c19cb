import { BASE64, charSet, DIGIT, LOWER, runEnd, SPACE, UPPER } from '../chars.ts';
import { isHolder, kindOfKey } from '../keys.ts';
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

const PERCENT_QUOTE = '%(?:25){0,3}(?:5c%(?:25){0,3}){0,3}22';
const PERCENT_GAP = '(?:%(?:25){0,3}20|\\+){0,4}';
const MEMBER = new RegExp(
  `${PERCENT_QUOTE}([A-Za-z0-9_.$-]{1,128})${PERCENT_QUOTE}${PERCENT_GAP}%(?:25){0,3}3a${PERCENT_GAP}(${PERCENT_QUOTE})?`,
  'gi',
);
const NO_SPACE = (unit: number): boolean => !SPACE(unit);

const UNQUOTED_END = '%(?:25){0,3}(?:2c|7d|5d)';

/** The end of a member's value: its closing quote, else the next comma or brace, and at the latest white space. */
function memberEnd(text: string, from: number, quote: string | undefined): number {
  const end = new RegExp(`${quote ?? UNQUOTED_END}|\\s`, 'gi');
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** Members of percent-encoded JSON whose names mean a secret, or that hold names and values, however often encoded. */
export function findEncodedMembers(text: string): Span[] {
  const found: Span[] = [];
  let covered = 0;
  for (const match of text.matchAll(MEMBER)) {
    const start = match.index + match[0].length;
    const key = match[1] ?? '';
    if (start < covered || (kindOfKey(key) === 'harmless' && !isHolder(key))) continue;
    covered = isHolder(key) ? runEnd(text, start, NO_SPACE) : memberEnd(text, start, match[2]);
    if (covered > start) found.push({ start, end: covered, text: REDACTED });
  }
  return found;
}
