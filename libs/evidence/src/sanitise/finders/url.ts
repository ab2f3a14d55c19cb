import { charSet, runEnd, runStart } from '../chars.ts';
import { PATH, REDACTED, type Span } from '../spans.ts';
import { INVALID_ENDPOINT, sanitizeTarget } from '../target.ts';
import { markerAt } from '../values.ts';

const SCHEME_CHARS = charSet('a-zA-Z0-9+.-');
const SCHEME_LIMIT = 32;
const STOPS = charSet('"<>`|^ \t\n\r');
const BACKSLASH = 0x5c;
const NETWORK = /^(?:https?|wss?)$/;
const AUTHORITY = /^[^/?#]*/;
/** A host name or an IPv6 literal, with a port. */
const HOST = /^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const CLUSTER_LIMIT = 16;

/** One host, or several as databases have them. */
function areHosts(authority: string): boolean {
  const hosts = authority.split(',', CLUSTER_LIMIT + 1);
  return hosts.length <= CLUSTER_LIMIT && hosts.every((host) => HOST.test(host));
}

interface UrlText {
  readonly start: number;
  readonly end: number;
  readonly scheme: string;
  /** From the authority on, `\/` of JSON read as `/`. */
  readonly rest: string;
  readonly restStart: number;
}

/** Where a backslash ends a URL: before a quote or a line break of JSON. Otherwise the end of the run of backslashes. */
function pastBackslashes(text: string, at: number): { end: number; stops: boolean } {
  const end = runEnd(text, at, (unit) => unit === BACKSLASH);
  return { end, stops: `"'nrt`.includes(text.charAt(end)) };
}

function urlEnd(text: string, from: number, opener: string): number {
  let at = from;
  while (at < text.length && !STOPS(text.charCodeAt(at))) {
    const unit = text.charCodeAt(at);
    if (unit === 0x27 && opener === "'") break;
    if (unit === BACKSLASH) {
      const past = pastBackslashes(text, at);
      if (past.stops) break;
      at = past.end;
    } else {
      at += 1;
    }
  }
  return at;
}

/** Punctuation of the sentence, and closing brackets whose opening stands before the URL. */
function withoutPunctuation(text: string, from: number, to: number): number {
  let end = to;
  const body = text.slice(from, to);
  const closers = [')(', '][', '}{'].filter((pair) => !body.includes(pair.charAt(1)));
  const trimmed = `.,;:!?'${closers.map((pair) => pair.charAt(0)).join('')}`;
  while (end > from && trimmed.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

function* urlsIn(text: string): Generator<UrlText> {
  const separator = /:(?:\/\/|\\{1,7}\/\\{1,7}\/)/g;
  for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
    const start = runStart(text, match.index, SCHEME_CHARS, SCHEME_LIMIT);
    const restStart = match.index + match[0].length;
    const end = withoutPunctuation(text, restStart, urlEnd(text, restStart, text.charAt(start - 1)));
    separator.lastIndex = Math.max(end, restStart);
    const rest = text.slice(restStart, end).replace(/\\+\//g, '/');
    const scheme = text
      .slice(start, match.index)
      .replace(/^[^A-Za-z]+/, '')
      .toLowerCase();
    if (scheme !== '') yield { start: match.index - scheme.length, end, scheme, rest, restStart };
  }
}

function reduce({ scheme, rest }: UrlText): string {
  if (markerAt(rest, 0) !== null && !rest.includes('@')) return `${scheme}://${markerAt(rest, 0) ?? ''}`;
  if (NETWORK.test(scheme)) {
    const target = sanitizeTarget(`${scheme}://${rest}`);
    return target === INVALID_ENDPOINT ? `${scheme}://${REDACTED}` : target;
  }
  const authority = AUTHORITY.exec(rest)?.[0] ?? '';
  if (authority === '') return `${scheme}://${PATH}`;
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  return rest.slice(authority.length).includes('@') || !areHosts(hosts)
    ? `${scheme}://${REDACTED}`
    : `${scheme}://${hosts}`;
}

/** URLs of any scheme, reduced to scheme, host and port. */
export function findUrls(text: string): Span[] {
  const found: Span[] = [];
  for (const url of urlsIn(text)) {
    const reduced = reduce(url);
    if (reduced !== text.slice(url.start, url.end))
      found.push({ start: url.start, end: url.end, text: reduced });
  }
  return found;
}

/** User and password in URLs of any scheme, up to the last `@`, as a password may hold a slash. */
export function findUserinfo(text: string): Span[] {
  const found: Span[] = [];
  for (const { restStart, end } of urlsIn(text)) {
    const raw = text.slice(restStart, end);
    const authority = AUTHORITY.exec(raw)?.[0] ?? '';
    const slashed = /:[^0-9]/.test(authority);
    const at = (slashed ? raw : authority).lastIndexOf('@');
    if (at > 0) found.push({ start: restStart, end: restStart + at, text: REDACTED });
  }
  return found;
}

const DSN_NETWORK = /@(?:tcp|unix|udp)\(/g;
const DSN_LIMIT = 384;
const DSN_STOPS = charSet(`"'\`=(,;/ \t\n\r`);

/** `user:password@tcp(host:3306)/db`. */
export function findDataSourceNames(text: string): Span[] {
  return [...text.matchAll(DSN_NETWORK)].flatMap(({ index }) => {
    const start = runStart(text, index, (unit) => !DSN_STOPS(unit), DSN_LIMIT);
    return text.slice(start, index).includes(':') ? [{ start, end: index, text: REDACTED }] : [];
  });
}

const QUERY = /\?(?=[\w.~%[\]-]{1,64}=)[^\s"'<>`)]+/g;

/** `/callback?code=…`: a query without scheme and host. */
export function findQueries(text: string): Span[] {
  return [...text.matchAll(QUERY)].map((match) => ({
    start: match.index + 1,
    end: match.index + match[0].length,
    text: REDACTED,
  }));
}
