import { charSet, runEnd, SPACE } from './chars.ts';
import { PATH, REDACTED } from './spans.ts';

/** Where a value stands, without its quotes. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const QUOTES = charSet(`"'\``);
const BACKSLASH = 0x5c;
/** JSON within JSON within JSON, and once more. */
const DEEPEST = 15;

/** How many backslashes stand right before `at`. */
function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (count < DEEPEST && text.charCodeAt(at - 1 - count) === BACKSLASH) count += 1;
  return count;
}

/**
 * The end of the text that the quote at `open` opens, or -1. In JSON within JSON a quote has 1, 3, 7… backslashes; one with
 * the opening's number closes, after any number of escaped backslashes, and so does one of a text further out.
 */
function quotedEnd(text: string, open: number): number {
  const level = backslashesBefore(text, open);
  const mark = text.charAt(open);
  for (let at = text.indexOf(mark, open + 1); at !== -1; at = text.indexOf(mark, at + 1)) {
    const count = Math.min(backslashesBefore(text, at), at - open - 1);
    if (count < level) return at - count;
    if (count % (2 * (level + 1)) === level) return at - level;
  }
  return -1;
}

/** The end of the list or object that opens at `open`: its closing bracket, or the end of the text. */
export function bracketEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    else if (char === '"' || (char === "'" && /[\s,:[{(]/.test(text.charAt(at - 1)))) {
      const end = quotedEnd(text, at);
      if (end === -1) return text.length;
      at = text.indexOf(char, end);
    }
    if (depth === 0) return at + 1;
  }
  return text.length;
}

const NEXT_MEMBER = /^[,;]\s{0,4}["'\\]{0,3}[A-Za-z_][\w .-]{0,40}["'\\]{0,3}\s?[=:]/;
const AFTER_QUOTE = /^["'`](?:$|[\s,;:)}\]>&])/;
const TRAILING = charSet('.,;:!?)]}');

/** Whether an unquoted value ends at `at`. */
function endsValue(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (SPACE(unit)) return true;
  const char = text.charAt(at);
  if (char === '&' || char === '<') return true;
  if (char === ',' || char === ';')
    return (
      at + 1 === text.length || SPACE(text.charCodeAt(at + 1)) || NEXT_MEMBER.test(text.slice(at, at + 56))
    );
  if (QUOTES(unit)) return AFTER_QUOTE.test(text.slice(at, at + 2));
  return char === '%' && text.startsWith('%26', at);
}

/** The end of the value that begins at `from` without a quote. */
export function bareEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !endsValue(text, at)) {
    if (text.charCodeAt(at) !== BACKSLASH) {
      at += 1;
      continue;
    }
    const after = runEnd(text, at, (unit) => unit === BACKSLASH);
    if (QUOTES(text.charCodeAt(after)) || text.startsWith('u0026', after)) break;
    at = after;
  }
  while (at > from && TRAILING(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** The marker that stands at `at`, or none. */
export function markerAt(text: string, at: number): string | null {
  return [REDACTED, PATH].find((marker) => text.startsWith(marker, at)) ?? null;
}

const pastEscapes = (text: string, at: number): number =>
  runEnd(text, at, (unit) => unit === BACKSLASH, Math.min(at + DEEPEST, text.length));

/** Whether a quoted value begins at `at`, in whatever depth of JSON. */
export function opensQuote(text: string, at: number): boolean {
  return QUOTES(text.charCodeAt(pastEscapes(text, at)));
}

/** The value that begins at `from`, quoted in whatever depth of JSON, or up to where an unquoted one ends. */
export function valueAt(text: string, from: number): Extent {
  const marker = markerAt(text, from);
  if (marker !== null) return { start: from, end: from + marker.length, quoted: false };
  const open = pastEscapes(text, from);
  if (!QUOTES(text.charCodeAt(open))) return { start: from, end: bareEnd(text, from), quoted: false };
  const end = quotedEnd(text, open);
  return { start: open + 1, end: end === -1 ? bareEnd(text, open + 1) : end, quoted: end !== -1 };
}
