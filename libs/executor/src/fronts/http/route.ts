import type { HttpTarget } from './target.ts';

/**
 * Where a request to the front is meant for. `/f/<token>/mcp` is the server's own address, with whatever follows it;
 * `/f/<token>/o/…` is another path of the same origin; `/f/<token>/s<n>/…` the same, as told in legacy SSE stream n;
 * `/.well-known/<what>/f/<token>/mcp` is the server's own metadata.
 */
export interface Route {
  readonly token: string;
  readonly kind: 'server' | 'origin' | 'stream' | 'metadata';
  /** Path below the kind's own, raw: empty, or beginning with a slash. */
  readonly rest: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** Key of the legacy SSE connection. */
  readonly stream: string | null;
}

const own = /^\/f\/([\w-]{43})\/(mcp|o|s\d{1,9})(\/.*)?$/;
const metadata = /^(\/\.well-known\/[\w.-]{1,64})\/f\/([\w-]{43})\/mcp$/;

export function routeOf(url: string): Route | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark);
  const about = metadata.exec(path);
  if (about !== null) {
    return { token: about[2] ?? '', kind: 'metadata', rest: about[1] ?? '', query, stream: null };
  }
  const found = own.exec(path);
  if (found === null) return null;
  const [, token = '', mount = '', rest = ''] = found;
  if (mount === 'mcp') return { token, kind: 'server', rest, query, stream: null };
  if (mount === 'o') return { token, kind: 'origin', rest, query, stream: null };
  return { token, kind: 'stream', rest, query, stream: mount };
}

/** Of the address that the entry names, the query goes with every request; what the client adds comes after it. */
function serverQuery({ search }: URL, query: string): string {
  if (search === '' || query.length < 2) return search === '' ? query : search;
  return `${search}&${query.slice(1)}`;
}

/** Path and query at the server. */
export function upstreamPath({ kind, rest, query }: Route, { url }: Pick<HttpTarget, 'url'>): string {
  if (kind === 'server') return `${url.pathname}${rest}${serverQuery(url, query)}`;
  if (kind === 'metadata') return `${rest}${url.pathname === '/' ? '' : url.pathname}${query}`;
  return `${rest === '' ? '/' : rest}${query}`;
}

/** The path at the front for a reference that the server gave; null for one that leads elsewhere. */
export function frontPath(
  reference: string,
  from: string,
  { url, token }: Pick<HttpTarget, 'url' | 'token'>,
  mount = 'o',
): string | null {
  const base = new URL(url.origin + from);
  if (!URL.canParse(reference, base.href)) return null;
  const target = new URL(reference, base);
  return target.origin === url.origin
    ? `/f/${token}/${mount}${target.pathname}${target.search}${target.hash}`
    : null;
}
