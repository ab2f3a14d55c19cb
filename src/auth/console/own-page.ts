import { type IncomingMessage } from 'node:http';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const originOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/**
 * Whether a request that bears a cookie was made by a page of this service. A browser says from where whatever changes
 * something, and every WebSocket; other reads it makes for a page of its own site only, as the cookie is strict.
 */
export const isFromOwnPage = (request: IncomingMessage, publicUrl: string | null): boolean => {
  const { origin, host, upgrade } = request.headers;
  if (origin === undefined) return upgrade === undefined && safe.has(request.method ?? '');
  const from = originOf(origin);
  if (from === null) return false;
  return publicUrl === null ? from.host === host : from.origin === publicUrl;
};
