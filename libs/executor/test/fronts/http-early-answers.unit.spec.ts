import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { withListener } from './support/listen.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } });

/** A server that answers so before it has all of the request. */
const early =
  (body: string): RequestListener =>
  (req, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) });
    res.end(body);
    req.resume();
  };

interface Client {
  /** Sends half of a call. */
  begin(): void;
  /** Resolves once so many bytes of answers have come. */
  answered(bytes: number): Promise<unknown>;
  finish(): void;
}

/** A client that holds one connection. */
async function withClient(
  body: string,
  use: (client: Client, fronting: Fronting, port: number) => Promise<void>,
): Promise<void> {
  await withListener(early(body), async (url) => {
    await withFronts(async (fronting) => {
      const entry = fronting.fronts.add('attempt', { type: 'http', name: 'notes', url, headers: [] });
      const { host, hostname, port, pathname } = new URL((entry as HttpEntry).url);
      const socket = connect(Number(port), hostname);
      let came = 0;
      socket.on('data', (chunk) => (came += chunk.length));
      const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${call.length}\r\n\r\n`;
      const client: Client = {
        begin: () => void socket.write(head + call.slice(0, 20)),
        answered: (bytes) => until('the answer', () => came >= bytes || undefined),
        finish: () => void socket.write(call.slice(20)),
      };
      try {
        await use(client, fronting, Number(port));
      } finally {
        socket.destroy();
      }
    });
  });
}

/** Answers to half of a request, and is gone. */
const goneEarly: RequestListener = (req, res) => {
  res.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
  res.end('{"jsonrpc":"2.0","id":1,"result":{}}', () => {
    req.socket.destroySoon();
  });
};

/** How many wait for the end of its connection as each request to this port begins. */
async function waitingAt(port: number, use: () => Promise<void>): Promise<readonly number[]> {
  const counts: number[] = [];
  const look = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort === port) counts.push(socket.listenerCount('close'));
  };
  subscribe('http.server.request.start', look);
  try {
    await use();
  } finally {
    unsubscribe('http.server.request.start', look);
  }
  return counts;
}

describe('answers that come before the end of the question', () => {
  it('keep no client from asking all of it where the server is gone by then', () =>
    withListener(goneEarly, (url) =>
      withFronts(async (fronting) => {
        const entry = fronting.fronts.add('attempt', { type: 'http', name: 'notes', url, headers: [] });
        const { host, hostname, port, pathname } = new URL((entry as HttpEntry).url);
        const whole = Buffer.from(JSON.stringify({ ...JSON.parse(call), filler: 'x'.repeat(1 << 20) }));
        const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
        socket.on('error', () => undefined);
        const ended = new Promise((resolve) => socket.once('end', resolve));
        const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${whole.length}\r\n\r\n`;
        socket.write(head + whole.toString('utf8', 0, 20));
        socket.resume();
        await ended;
        await new Promise<void>((resolve) => {
          socket.write(whole.subarray(20), () => {
            resolve();
          });
        });
        await until('the call', () => fronting.seen[0]);
        expect(fronting.types()).toEqual(['tool-called']);
        socket.destroy();
      }),
    ));

  it('leave nothing on their connection once the question has ended', () =>
    withClient('{"jsonrpc":"2.0","id":1,"result":{}}', async (client, fronting, port) => {
      const counts = await waitingAt(port, async () => {
        for (let done = 1; done <= 4; done += 1) {
          client.begin();
          await client.answered(done * 36);
          client.finish();
          await until('the call', () => fronting.seen[done - 1]);
        }
      });
      expect(fronting.types()).toEqual(Array(4).fill('tool-called'));
      expect(counts).toHaveLength(4);
      expect(new Set(counts.slice(1)).size).toBe(1);
    }));

  it('wait for it up to 8 MiB, and beyond that the question is told as lost', () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(9 * 1024 * 1024) } });
    return withClient(body, async (client, fronting) => {
      client.begin();
      await client.answered(body.length);
      await until('the loss', () => fronting.seen[0]);
      client.finish();
      await fronting.fronts.end('attempt');
      expect(fronting.seen).toMatchObject([
        { type: 'evidence-lost', data: { count: 1, reason_code: 'frame_too_large' } },
      ]);
    });
  });
});
