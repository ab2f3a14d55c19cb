import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { type WebSocket, WebSocketServer } from 'ws';
import { createPresence, type Presence } from './presence.ts';

/** A service that notes what is said to it, and answers it with leases of so many milliseconds. */
interface Listening {
  readonly url: string;
  /** The attempts of the next `hold`. */
  heard(): Promise<readonly string[]>;
  /** How often somebody connected. */
  readonly connections: number;
  /** Cuts off who is connected. */
  cut(): void;
}

const withService = async (
  use: (service: Listening) => Promise<void>,
  { lease_ms = 300, lost = [] as readonly string[] } = {},
): Promise<void> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const said: string[][] = [];
  const waiting: (() => void)[] = [];
  let connections = 0;
  server.on('connection', (socket: WebSocket) => {
    connections += 1;
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { data: { executor_id: string; attempts: string[] } };
      expect(frame).toMatchObject({ event: 'hold', data: { executor_id: 'one' } });
      said.push(frame.data.attempts);
      waiting.shift()?.();
      for (const text of ['no frame', '{"event":"other"}', '{"event":"held","data":{}}']) socket.send(text);
      socket.send(JSON.stringify({ event: 'held', data: { lease_ms, lost } }));
    });
  });
  try {
    await use({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async heard() {
        if (said.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
        return said.shift() ?? [];
      },
      get connections() {
        return connections;
      },
      cut() {
        for (const socket of server.clients) socket.terminate();
      },
    });
  } finally {
    for (const socket of server.clients) socket.terminate();
    server.close();
  }
};

const started = (attempt: string, session_id = attempt): EvidenceEvent =>
  ({ type: 'attempt-started', attachment_attempt_id: attempt, data: { session_id } }) as EvidenceEvent;
const ended = (attempt: string): EvidenceEvent =>
  ({ type: 'execution-ended', attachment_attempt_id: attempt, data: {} }) as EvidenceEvent;

const presenceFor = (url: string, details: string[] = []): Presence =>
  createPresence({
    executor_id: 'one',
    service: { url, apiKey: null },
    onDetail: (line) => details.push(line),
    backoff: () => 10,
  });

describe('the presence of an executor', () => {
  it('says what it has at once, when that changes, and three times within a lease, and gives it back at the end', () =>
    withService(async (service) => {
      const presence = presenceFor(service.url);
      presence.take(started('a'));
      expect(await service.heard()).toEqual(['a']);
      expect(await service.heard()).toEqual(['a']);
      expect(await service.heard()).toEqual(['a']);
      presence.take(started('b'));
      while ((await service.heard()).length < 2);
      presence.take(ended('a'));
      while ((await service.heard()).length > 1);
      expect(await service.heard()).toEqual(['b']);
      await presence.finish(5_000);
      while ((await service.heard()).length > 0);
      expect(service.connections).toBe(1);
      presence.take(started('c'));
      expect(service.connections).toBe(1);
    }));

  it('connects for nothing but a session, and comes back with all of it when it is cut off', () =>
    withService(async (service) => {
      const presence = presenceFor(service.url);
      presence.take(ended('a'));
      presence.take({ type: 'session-accepted', attachment_attempt_id: 'a', data: {} } as EvidenceEvent);
      expect(service.connections).toBe(0);
      presence.take(started('a'));
      presence.take(started('b'));
      await service.heard();
      service.cut();
      while (service.connections < 2) await service.heard();
      expect([...(await service.heard())].sort()).toEqual(['a', 'b']);
      await presence.finish(5_000);
    }));

  it('tells of attempts that were given up, and waits for nobody who is away', () =>
    withService(
      async (service) => {
        const details: string[] = [];
        const presence = presenceFor(service.url, details);
        presence.take(started('a'));
        await service.heard();
        await service.heard();
        await presence.finish(5_000);
        expect(details[0]).toContain('given up 1 of our attempts');
        for (const url of ['http://127.0.0.1:1', 'no address']) {
          const alone = presenceFor(url);
          alone.take(started('a'));
          await alone.finish(100);
        }
      },
      { lost: ['a'] },
    ));
});
