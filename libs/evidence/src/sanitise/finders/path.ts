import { charSet, runEnd } from '../chars.ts';
import { PATH, type Span } from '../spans.ts';

/** A path begins where nothing before it could be part of it, or of a word such as `and/or`. */
const BOUNDARY = String.raw`(?<![A-Za-z0-9_.\-/~\\%\]*$<])`;
/** `/a/b`, `\/a\/b`, `./a`, `../a`, `~/a`, `~user/a`, `C:\a`, `C:/a`, `\\host\share`, however often the backslashes are escaped. */
const OPENING = new RegExp(
  [
    String.raw`${BOUNDARY}\\{0,7}\/(?=[^\s/\\])`,
    String.raw`${BOUNDARY}\.{1,2}\\{0,7}[/\\](?=[A-Za-z0-9_.~-])`,
    String.raw`${BOUNDARY}~(?:[A-Za-z_][A-Za-z0-9_.-]{0,31})?\\{0,7}\/(?=[^\s/\\])`,
    String.raw`(?<![A-Za-z0-9])[A-Za-z]:(?:\\{1,8}|\/)(?=[^\s/\\"'])`,
    String.raw`${BOUNDARY}\\{2,8}[A-Za-z0-9][A-Za-z0-9._-]{1,63}\\{1,8}(?=[A-Za-z0-9])`,
  ].join('|'),
  'g',
);
const STOPS = charSet(`"'\`<>|*?:;,()[]{} \t\n\r`);
const BACKSLASH = 0x5c;
const QUOTED_LIMIT = 1024;

/** Windows folders of people have spaces in their names. */
const PROFILE =
  /^[A-Za-z]:[/\\]{1,8}(?:Users|Documents and Settings)[/\\]{1,8}[^/\\"'<>|\r\n]{1,64}(?=[/\\])/i;
const ENCODED = /%2f(?:home|users|root)%2f[\w%.~+-]*/gi;

function pathEnd(text: string, from: number, quote: string): number {
  const close =
    quote !== '' && `"'\``.includes(quote) ? text.slice(from, from + QUOTED_LIMIT).indexOf(quote) : -1;
  let end = close === -1 ? runEnd(text, from, (unit) => !STOPS(unit)) : from + close;
  while (end > from && (text[end - 1] === '.' || text.charCodeAt(end - 1) === BACKSLASH)) end -= 1;
  return end;
}

/** `/mcp` tells nothing; `/etc/passwd` and `/home/bob` do. */
const isLong = (path: string): boolean => !/^\\*\//.test(path) || /^\\*\/[^/]+\/+[^/]/.test(path);

/** Paths of files. In quotes they may have spaces. */
export function findPaths(text: string): Span[] {
  const found: Span[] = [];
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const start = match.index;
    const profile = PROFILE.exec(text.slice(start, start + 128))?.[0].length ?? 0;
    const from = Math.max(start + match[0].length, start + profile);
    const end = pathEnd(text, from, text.charAt(start - 1));
    if (isLong(text.slice(start, end))) found.push({ start, end, text: PATH });
    OPENING.lastIndex = Math.max(end, start + match[0].length);
  }
  for (const match of text.matchAll(ENCODED)) {
    found.push({ start: match.index, end: match.index + match[0].length, text: PATH });
  }
  return found;
}
