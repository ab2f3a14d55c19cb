import type { FrameObserver } from '@mcp-witness/mcp-frames';
import type { HttpEntry } from '../fronts.ts';
import type { ServerSight } from '../server-sight.ts';
import type { Later } from './later.ts';
import type { OpenExchanges } from './open-exchanges.ts';

/** What stands behind the address of one server of one attempt. */
export interface HttpTarget {
  readonly token: string;
  readonly type: HttpEntry['type'];
  readonly url: URL;
  readonly headers: HttpEntry['headers'];
  readonly sight: ServerSight;
  readonly observer: FrameObserver;
  /** Whatever is told to sight and observer is told by this, so that it comes in order and behind what passes. */
  readonly later: Later;
  readonly open: OpenExchanges;
  /** Legacy SSE streams so far. */
  streams: number;
}

/** The server's address, where it is one that can be passed through. */
export function upstreamOf(url: string): URL | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed : null;
}

/** The headers that the configuration names, userinfo of its URL among them. */
export function configuredHeaders(url: URL, headers: HttpEntry['headers']): HttpEntry['headers'] {
  if (url.username === '' && url.password === '') return headers;
  if (headers.some(({ name }) => name.toLowerCase() === 'authorization')) return headers;
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return [...headers, { name: 'Authorization', value: `Basic ${Buffer.from(user).toString('base64')}` }];
}
