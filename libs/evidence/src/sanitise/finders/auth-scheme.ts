import { charSet, looksDrawn, runEnd } from '../chars.ts';
import { isProse } from '../prose.ts';
import { REDACTED, type Span } from '../spans.ts';

const SCHEME = /(?<![a-z0-9])(bearer|basic)(?:\s{1,64}|%20|\+)["'\\]{0,4}/gi;
const TOKEN_CHARS = charSet('a-zA-Z0-9._~+/=%-');
const BASIC = /^[A-Za-z0-9+/]{3,}={0,2}$/;
/** One case throughout, or a capital first: how words are written, and base64 is not. */
const ONE_WORD = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/;
const LONGEST_WORD = 24;

/** `Bearer missing` is a sentence, `Bearer short-token` is a credential. */
function isBearerCredential(token: string): boolean {
  if (token.length < 3) return false;
  if (ONE_WORD.test(token) && token.length <= LONGEST_WORD) return false;
  return !isProse(token);
}

/** `Basic auth` is a name, `Basic dXNlcjpw` is a credential. */
function isBasicCredential(token: string): boolean {
  if (!BASIC.test(token)) return looksDrawn(token);
  return !(ONE_WORD.test(token) && token.length <= LONGEST_WORD) && !isProse(token);
}

/** What follows the words Bearer and Basic, unless it is prose. A run of token characters is read once. */
export function findAuthSchemes(text: string): Span[] {
  const found: Span[] = [];
  let runsTo = 0;
  for (const match of text.matchAll(SCHEME)) {
    const start = match.index + match[0].length;
    if (start > runsTo) runsTo = runEnd(text, start, TOKEN_CHARS);
    let end = Math.max(runsTo, start);
    while (end > start && text[end - 1] === '.') end -= 1;
    const token = text.slice(start, end);
    const isCredential = match[1]?.toLowerCase() === 'basic' ? isBasicCredential : isBearerCredential;
    if (isCredential(token)) found.push({ start, end, text: REDACTED });
  }
  return found;
}
