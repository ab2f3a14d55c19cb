import { charSet, runEnd, runStart, SPACE } from '../chars.ts';
import { isHolder, isTelling, kindOfKey } from '../keys.ts';
import { isProse } from '../prose.ts';
import { REDACTED, type Span } from '../spans.ts';
import { bareEnd, bracketEnd, type Extent, markerAt, opensQuote, valueAt } from '../values.ts';

const KEY_CHARS = charSet('a-zA-Z0-9_.$-');
const LETTERS = charSet('a-zA-Z');
const OPENING = charSet(`"'\`\\`);
const KEY_LIMIT = 128;

interface Member {
  readonly key: string;
  /** The word in front of the key, where a space stands between. */
  readonly before: string;
  readonly quotedKey: boolean;
  /** Stands in an object: after `{` or `,`. */
  readonly inObject: boolean;
  readonly equals: boolean;
  /** Where the value begins. */
  readonly at: number;
}

/** The key that ends at `end`, with what stands around it. */
function keyBefore(text: string, end: number): Omit<Member, 'equals' | 'at'> {
  const unspaced = runStart(text, end, SPACE, 4);
  const unquoted = runStart(text, unspaced, OPENING, 4);
  const quotedKey = unquoted < unspaced;
  const start = runStart(text, unquoted, KEY_CHARS, KEY_LIMIT);
  const outer = runStart(text, start, OPENING, 4);
  const gap = runStart(text, outer, SPACE, 4);
  const before = gap < outer && outer === start ? text.slice(runStart(text, gap, LETTERS, 16), gap) : '';
  const inObject = '{,'.includes(text.charAt(gap - 1)) && gap > 0;
  return { key: text.slice(start, unquoted), before, quotedKey, inObject };
}

const SEPARATOR = /[=:]|%3d|%3a|\\u003[da]/gi;

function followsName(text: string, separator: number): boolean {
  const unit = text.charCodeAt(separator - 1);
  return KEY_CHARS(unit) || OPENING(unit) || SPACE(unit);
}

/** Where the value of a separator begins, or -1 where it separates no key from a value. */
function valueStart(text: string, separator: number, length: number): number {
  const char = text.charAt(separator);
  const next = text.charAt(separator + 1);
  if (char === ':' && (next === '/' || next === ':' || text.charAt(separator - 1) === ':')) return -1;
  let at = separator + length;
  if (next === '>' || next === '=') at += 1;
  return runEnd(text, at, SPACE);
}

const NO_SECRET = /^(?:null|true|false|undefined|none|nil|\$\{?[A-Za-z_]\w*\}?|[0-9]{1,3})$/i;

/** Letters with digits, or too long to be a word. */
export function looksLikeCredential(value: string): boolean {
  return (value.length >= 5 && /[0-9]/.test(value) && /[A-Za-z]/.test(value)) || value.length > 40;
}

function isSecretValue(member: Member, value: string, quoted: boolean): boolean {
  const kind = kindOfKey(member.key, member.before);
  if (kind === 'harmless' || value === '' || (!quoted && NO_SECRET.test(value))) return false;
  if (member.quotedKey || member.equals || (quoted && member.inObject)) return true;
  return kind === 'secret' ? !isProse(value) : looksLikeCredential(value);
}

const SCHEME = /^(?:basic|bearer|digest|token|apikey|negotiate|ntlm|oauth|hawk|signature|aws4-hmac-sha256)$/i;
const COOKIE = /cookies?$/i;

/** The end of the words from `at` on that each hold a `=`: parameters of a header, pairs of an environment. */
function pairsEnd(text: string, at: number): number {
  let end = at;
  for (let from = at; from < text.length;) {
    const wordEnd = runEnd(text, from, (unit) => !SPACE(unit));
    if (!text.slice(from, wordEnd).includes('=') && markerAt(text, from) === null) break;
    end = bareEnd(text, from);
    from = runEnd(text, wordEnd, SPACE);
  }
  return end;
}

const isCookie = (member: Member, word: string): boolean => COOKIE.test(member.key) && word.includes('=');

/** An unquoted value that is more than one word: a scheme with its credential, parameters, or cookies. */
function widen(text: string, member: Member, value: Extent): Extent | null {
  const word = text.slice(value.start, value.end);
  if (SCHEME.test(word)) {
    const from = runEnd(text, value.end, SPACE);
    const end = Math.max(valueAt(text, from).end, pairsEnd(text, from));
    return isProse(text.slice(from, end)) || end === from ? null : { ...value, end };
  }
  return COOKIE.test(member.key) && word.includes('=')
    ? { ...value, end: pairsEnd(text, value.start) }
    : value;
}

/** A list or an object: what holds names and values goes whole, and so do texts that nobody said may be shown. */
function listSpan(text: string, member: Member): Extent | null {
  const { key, quotedKey, at } = member;
  const holds = isHolder(key) || (quotedKey && kindOfKey(key) === 'secret');
  const ofTexts = quotedKey && !isTelling(key) && /^\[\s{0,4}\\{0,15}["']/.test(text.slice(at, at + 24));
  return holds || ofTexts ? { start: at, end: bracketEnd(text, at), quoted: false } : null;
}

/** A text in JSON; one that is cut off goes to the end. */
function textSpan(text: string, at: number): Extent {
  const value = valueAt(text, at);
  return value.quoted ? value : { ...value, end: text.length };
}

function namedSpan(text: string, member: Member): Extent | null {
  const value = valueAt(text, member.at);
  const word = text.slice(value.start, value.end);
  const wide = value.quoted ? value : widen(text, member, value);
  if (wide === null) return null;
  const isSecret = isCookie(member, word) || isSecretValue(member, word, value.quoted);
  return isSecret || wide.end > value.end ? wide : null;
}

const OPTION_OR_PAIR = /^(?:-|[A-Za-z_][\w.-]{0,63}=)/;

function secretSpan(text: string, member: Member): Extent | null {
  const { key, quotedKey, at } = member;
  const char = text.charAt(at);
  if ((char === '[' || char === '{') && markerAt(text, at) === null) return listSpan(text, member);
  if (quotedKey && !isTelling(key) && opensQuote(text, at)) return textSpan(text, at);
  if (isHolder(key) && OPTION_OR_PAIR.test(text.slice(at, at + 72))) {
    return { start: at, end: Math.max(bareEnd(text, at), pairsEnd(text, at)), quoted: false };
  }
  return kindOfKey(key, member.before) === 'harmless' ? null : namedSpan(text, member);
}

/**
 * Values by their names, in `KEY=value`, headers, JSON, JSON within JSON, inspected objects, percent-encoded queries:
 * names with a part that means a secret, objects that hold environments, headers and arguments, and members of JSON
 * that are not known to say what went wrong. Looks back a bounded way from each separator, and at each value once.
 */
export function findAssignments(text: string): Span[] {
  const found: Span[] = [];
  let covered = 0;
  for (const match of text.matchAll(SEPARATOR)) {
    if (match.index < covered || !followsName(text, match.index)) continue;
    const at = valueStart(text, match.index, match[0].length);
    if (at === -1 || at >= text.length) continue;
    const equals = /=|d$/i.test(match[0]);
    const span = secretSpan(text, { ...keyBefore(text, match.index), equals, at });
    if (span === null || span.end <= span.start) continue;
    covered = span.end;
    found.push({ start: span.start, end: span.end, text: REDACTED });
  }
  return found;
}

const ELEMENT = /<([A-Za-z][\w.-]{0,127})>/g;

/** `<password>…</password>`. */
export function findElements(text: string): Span[] {
  const found: Span[] = [];
  let covered = 0;
  for (const match of text.matchAll(ELEMENT)) {
    const start = match.index + match[0].length;
    if (start < covered || kindOfKey(match[1] ?? '') === 'harmless') continue;
    const end = text.indexOf('</', start);
    if (end === -1) break;
    covered = end;
    found.push({ start, end, text: REDACTED });
  }
  return found;
}
