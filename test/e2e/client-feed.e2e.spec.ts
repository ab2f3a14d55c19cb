import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { consume, createClient, type FeedEvent, followFeed, watchSession } from '@mcp-witness/client';
import { WebSocketServer, WebSocket } from 'ws';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const tell = async ({ post }: TestService, from: number, to: number): Promise<void> => {
  const events = Array.from({ length: to - from + 1 }, (_, n) => evidence(uuid(1), from + n));
  expect((await post('/v1/evidence', events)).status).toBe(200);
};

/** The first events of the feed, so many of them. */
const take = async (events: AsyncIterable<FeedEvent>, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { event_id } of events) {
    ids.push(event_id);
    if (ids.length === count) break;
  }
  return ids;
};

const ids = (...numbers: readonly number[]): readonly string[] => numbers.map((n) => uuid(n, 1));

describe('the client of the feed', () => {
  it('follows the feed from a position, with a filter, and reads it as pages', async () => {
    await withService(async (service) => {
      const { url, post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      await tell(service, 3, 8);
      const filter = { type: ['server-delivered', 'tools-changed'], session_id: ['session-1'] };
      expect(await take(followFeed({ url, filter }), 6)).toEqual(ids(3, 4, 5, 6, 7, 8));
      const page = await createClient({ url }).readFeed({ limit: 3, type: ['server-delivered'] });
      expect(page.events.map(({ event_id }) => event_id)).toEqual(ids(3, 4, 5));
      const following = take(followFeed({ url, filter, after: page.next_after ?? '' }), 5);
      await tell(service, 9, 10);
      expect(await following).toEqual(ids(6, 7, 8, 9, 10));
    });
  });

  it('rejects for what does not pass by itself', async () => {
    await withService(async ({ url }) => {
      await expect(take(followFeed({ url, after: '99' }), 1)).rejects.toMatchObject({
        code: 'position_ahead',
      });
      await expect(take(followFeed({ url, after: 'x' }), 1)).rejects.toMatchObject({ code: 'invalid' });
      await expect(createClient({ url }).subscription('none')).rejects.toMatchObject({ status: 404 });
    });
  });

  it('connects again where it was when the service falls silent, is away, or ends the stream', async () => {
    const asked: string[] = [];
    const lastIds: string[] = [];
    const event = (n: number): string => `id: ${n}\ndata: {"event_id":"${n}"}\n\n`;
    const answers: readonly ((response: ServerResponse) => void)[] = [
      (response) => response.write(event(4)),
      (response) =>
        response.writeHead(503, { 'content-type': 'application/problem+json' }).end('{"code":"unavailable"}'),
      (response) => response.end(`${event(5)}: heartbeat\nid: 9\n\n`),
      (response) => response.destroy(),
      (response) => response.write(event(10)),
    ];
    const server = createServer((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('after') ?? '');
      answers[asked.length - 1]?.(response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const onPosition = (position: string): void => {
        lastIds.push(position);
      };
      expect(await take(followFeed({ url, after: '3', silenceMs: 300, onPosition }), 3)).toEqual([
        '4',
        '5',
        '10',
      ]);
      expect(asked).toEqual(['3', '4', '4', '9', '9']);
      expect(lastIds).toEqual(['4', '5', '9']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('consumes a subscription: what was handled does not come again, what was not does', async () => {
    await withService(async (service) => {
      const { url, post } = service;
      await post('/v1/attempts', attemptBody(uuid(1)));
      await tell(service, 3, 8);
      const filter = { type: ['server-delivered'] };
      const handled: string[] = [];
      const failing = consume({ url, name: 'mine', filter, batch: 4 }, ({ event_id }) => {
        if (event_id === uuid(5, 1)) throw new Error('as the test says');
        handled.push(event_id);
      });
      await expect(failing).rejects.toThrow('as the test says');
      expect(handled).toEqual(ids(3, 4));
      const end = new AbortController();
      const working = consume({ url, name: 'mine', filter, signal: end.signal }, ({ event_id }) => {
        handled.push(event_id);
        if (event_id === uuid(10, 1)) end.abort();
      });
      await tell(service, 9, 11);
      await working;
      expect(handled).toEqual(ids(3, 4, 5, 6, 7, 8, 9, 10));
      expect(await createClient({ url }).subscription('mine')).toMatchObject({ lag: 1, filter });
      await createClient({ url }).deleteSubscription('mine');
    });
  });
});

describe('a watched session whose service falls silent', () => {
  it('is watched over a new connection', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    let second: () => void = () => undefined;
    const again = new Promise<void>((resolve) => (second = resolve));
    let connections = 0;
    server.on('connection', (socket) => {
      connections += 1;
      // The first peer is dead: it answers no close either.
      if (connections === 1) socket.pause();
      else second();
    });
    const stop = watchSession({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      sessionId: 's',
      silenceMs: 300,
      open: (address, protocols) => new WebSocket(address, protocols),
      onHistory: () => undefined,
    });
    await again;
    expect(connections).toBe(2);
    stop();
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
});
