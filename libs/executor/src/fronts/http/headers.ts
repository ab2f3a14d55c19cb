import type { IncomingMessage } from 'node:http';
import { configuredHeaders, type HttpTarget } from './target.ts';

/** About one connection, and not about what passes over it. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Set by the client for each request, over what its configuration says. */
const ofTheClient = new Set([
  'accept',
  'content-type',
  'content-length',
  'last-event-id',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
]);

type Pair = readonly [name: string, value: string];

export function pairsOf(raw: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

function endToEnd(message: IncomingMessage): Pair[] {
  const named = (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return pairsOf(message.rawHeaders).filter(([name]) => {
    const lower = name.toLowerCase();
    return !hopByHop.has(lower) && !named.includes(lower);
  });
}

function bodyHeaders({ headers, method }: IncomingMessage): Pair[] {
  if (headers['transfer-encoding'] !== undefined) return [['Transfer-Encoding', 'chunked']];
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return hasBody && headers['content-length'] === undefined ? [['Content-Length', '0']] : [];
}

/**
 * The client's headers as they came, names, order and repetition included, with the server's `Host` and what the
 * configuration adds: as in clients, configured values stand over those of the client, but for the protocol's own.
 */
export function requestHeaders(
  req: IncomingMessage,
  { url, headers, type }: Pick<HttpTarget, 'url' | 'headers' | 'type'>,
): string[] {
  const configured = configuredHeaders(url, headers).filter(({ name }) => {
    const lower = name.toLowerCase();
    return !hopByHop.has(lower) && !(ofTheClient.has(lower) && req.headers[lower] !== undefined);
  });
  const replaced = new Set(configured.map(({ name }) => name.toLowerCase()));
  // The address that a legacy stream begins with has to be read.
  const readable = type === 'sse' && req.method === 'GET';
  if (readable) replaced.add('accept-encoding');
  const host: Pair[] = replaced.has('host') ? [] : [['Host', url.host]];
  const passed = endToEnd(req).filter(([name]) => {
    const lower = name.toLowerCase();
    return lower !== 'host' && !replaced.has(lower);
  });
  const added = configured.map(({ name, value }): Pair => [name, value]);
  const encoding: Pair[] = readable ? [['Accept-Encoding', 'identity']] : [];
  return [...host, ...passed, ...added, ...encoding, ...bodyHeaders(req)].flat();
}

/** The server's headers as they came; `rewrite` gives another value for one, or undefined. */
export function answerHeaders(
  answer: IncomingMessage,
  rewrite: (name: string, value: string) => string | undefined,
): string[] {
  return endToEnd(answer).flatMap(([name, value]) => [name, rewrite(name.toLowerCase(), value) ?? value]);
}
