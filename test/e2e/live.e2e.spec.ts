import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { History } from '@mcp-witness/evidence';
import WebSocket from 'ws';
import { readSettings, startService } from '../../src/service.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type Frame, withLiveSocket } from '../support/live-socket.ts';
import { type Answer, clientOf, type TestService, withService } from '../support/service.ts';

const positionOf = ({ body }: Answer): string => (body as { position: string }).position;

const open = async ({ post }: TestService, n: number, session: string): Promise<string> =>
  positionOf(await post('/v1/attempts', attemptBody(uuid(n), { session_id: session })));

const say = async (
  { post }: TestService,
  [n, at]: readonly [attempt: number, event: number],
  type: string,
  data: object,
): Promise<string> => positionOf(await post('/v1/evidence', [evidence(uuid(n), at, { type, data })]));

const until = async (service: TestService, session: string, position: string): Promise<void> => {
  await service.get(`/v1/sessions/${session}/report?min_position=${position}`);
};

const listed = {
  server_name: 'hub',
  tool_count: 1,
  pages: 1,
  complete: true,
  tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
};

const modern = { server_name: 'hub', era: 'modern', protocol_version: '2026-07-28' };

const historyOf = ({ data }: Frame): History => data.history as History;

const updated = 'session.mcp_status_updated';

/** One more process's worth of service on the database of `first`. */
const withSecond = async (first: TestService, use: (second: TestService) => Promise<void>): Promise<void> => {
  const read = readSettings({
    DATABASE_URL: first.database.url,
    WITNESS_PORT: '0',
    WITNESS_LOG_LEVEL: 'silent',
  });
  if (!read.ok) throw new Error('The settings of the second service are wrong.');
  const service = await startService(read.settings);
  try {
    await use({ ...first, service, url: service.url, ...clientOf(service.url) });
  } finally {
    await service.close();
  }
};

/** The status with which the service refuses a handshake. */
const refused = async (url: string, headers: Record<string, string>): Promise<number> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/live`, { headers });
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  socket.terminate();
  return response.statusCode;
};

describe('a subscription to a session', () => {
  it('begins with a report that has tools, then brings every change without them', async () => {
    await withService(async (service) => {
      await open(service, 1, 's');
      await say(service, [1, 11], 'protocol-accepted', modern);
      const position = await say(service, [1, 12], 'tools-listed', listed);
      await until(service, 's', position);
      await withLiveSocket(service.url, async (live) => {
        live.subscribe('s');
        const snapshot = await live.next(updated);
        expect(snapshot.data).toMatchObject({ session_id: 's', task_id: 'task-1', position, durable: true });
        expect(historyOf(snapshot).current.servers[0]).toMatchObject({
          status: 'active',
          tools: [{ name: 'read' }],
        });
        expect((await live.next('session.caught_up')).data).toEqual({ session_id: 's', position });
        const called = {
          server_name: 'hub',
          tool_name: 'read',
          started_at: '2026-11-30T13:00:00Z',
          duration_ms: 1,
          outcome: 'ok',
          result_bytes: 1,
          round_trips: 1,
        };
        const next = await say(service, [1, 13], 'tool-called', called);
        const change = await live.next(updated);
        expect(change.data).toMatchObject({ position: next, durable: true });
        expect(historyOf(change).current.servers[0]).toMatchObject({ evidence: 'used', tool_call_count: 1 });
        expect(JSON.stringify(change)).not.toContain('"tools"');
      });
    });
  });

  it('brings nothing of another session, and nothing more once it is ended', async () => {
    await withService(async (service) => {
      await until(service, 's', await open(service, 1, 's'));
      await until(service, 't', await open(service, 2, 't'));
      await withLiveSocket(service.url, async (live) => {
        live.subscribe('s');
        live.subscribe('t');
        await live.next(({ event, data }) => event === 'session.caught_up' && data.session_id === 't');
        live.send({ event: 'unsubscribe', data: { session_id: 's' } });
        live.subscribe('nothing');
        await live.next('error');
        await say(service, [1, 11], 'protocol-accepted', modern);
        await say(service, [2, 11], 'protocol-accepted', modern);
        const change = await live.next(updated);
        expect(change.data.session_id).toBe('t');
        expect(live.waiting()).toEqual([]);
      });
    });
  });

  it('needs no report when it goes on from the newest place, and one when it does not', async () => {
    await withService(async (service) => {
      const position = await open(service, 1, 's');
      await until(service, 's', position);
      await withLiveSocket(service.url, async (live) => {
        live.subscribe('s', position);
        expect((await live.next(() => true)).event).toBe('session.caught_up');
        const next = await say(service, [1, 11], 'protocol-accepted', modern);
        expect((await live.next(updated)).data.position).toBe(next);
        live.subscribe('s', position);
        expect((await live.next(() => true)).data).toMatchObject({ position: next, durable: true });
        expect((await live.next(() => true)).event).toBe('session.caught_up');
      });
    });
  });

  it('says that it starts over from a place before the session, or one that the log has not reached', async () => {
    await withService(async (service) => {
      await until(service, 's', await open(service, 1, 's'));
      await withLiveSocket(service.url, async (live) => {
        for (const [after, reason] of [
          ['0', 'too_old'],
          ['99999', 'ahead'],
        ] as const) {
          live.subscribe('s', after);
          expect(await live.next(() => true)).toEqual({ event: 'resync', data: { session_id: 's', reason } });
          expect((await live.next(() => true)).event).toBe(updated);
          expect((await live.next(() => true)).event).toBe('session.caught_up');
        }
      });
    });
  });
});

describe('a change', () => {
  it('is told as not durable while the read models cannot be written, and again once they can', async () => {
    await withService(async (service) => {
      const { database } = service;
      await until(service, 's', await open(service, 1, 's'));
      await withLiveSocket(service.url, async (live) => {
        live.subscribe('s');
        await live.next('session.caught_up');
        await database.ownerPool.query(
          'alter table attempt_report add constraint broken check (false) not valid',
        );
        const position = await say(service, [1, 11], 'protocol-accepted', modern);
        const early = await live.next(updated);
        expect(early.data).toMatchObject({ position, durable: false });
        expect(historyOf(early).current.servers[0]).toMatchObject({ status: 'connected' });
        const counted = /^witness_projection_failures_total [1-9]/m;
        expect((await service.get('/metrics')).body).toMatch(counted);
        await database.ownerPool.query('alter table attempt_report drop constraint broken');
        expect((await live.next(updated)).data).toMatchObject({ position, durable: true });
      });
    });
  });

  it('reaches the clients of every process of the database, also when the one that projects is gone', async () => {
    await withService(async (first) => {
      await withSecond(first, async (second) => {
        await until(second, 's', await open(first, 1, 's'));
        await withLiveSocket(second.url, async (live) => {
          live.subscribe('s');
          await live.next('session.caught_up');
          const position = await say(first, [1, 11], 'protocol-accepted', modern);
          expect((await live.next(updated)).data).toMatchObject({ position, durable: true });
          await first.service.close();
          const later = await say(second, [1, 12], 'tools-listed', listed);
          const change = await live.next(updated);
          expect(change.data).toMatchObject({ position: later, durable: true });
          expect(historyOf(change).current.servers[0]).toMatchObject({ status: 'active' });
        });
      });
    });
  });
});

describe('the live socket', () => {
  it('answers what it does not understand with a code, and goes on', async () => {
    await withService(async (service) => {
      await until(service, 's', await open(service, 1, 's'));
      await withLiveSocket(service.url, async (live) => {
        for (const [frame, code] of [
          ['{', 'malformed'],
          ['[]', 'malformed'],
          ['{"event":"fault","data":{"code":"x"}}', 'unknown_event'],
          ['{"event":"subscribe","data":{}}', 'invalid'],
          ['{"event":"subscribe","data":{"session_id":"__proto__"}}', 'not_found'],
        ]) {
          live.send(frame);
          expect((await live.next('error')).data.code).toBe(code);
        }
        live.socket.send(Buffer.from('{"event":"subscribe","data":{"session_id":"s"}}'), { binary: true });
        expect((await live.next('error')).data.code).toBe('malformed');
        live.subscribe('s');
        await live.next('session.caught_up');
      });
    });
  });

  it('closes on a frame that is too large', async () => {
    await withService(async (service) => {
      await withLiveSocket(service.url, async (live) => {
        live.send('x'.repeat(20_000));
        expect(await live.closed()).toBe(1009);
      });
    });
  });

  it('closes a client that does not read with 4008, and keeps no more than a bound waiting for it', async () => {
    const tools = Array.from({ length: 100 }, (_, n) => ({
      name: `tool-${n}`,
      description: 'x'.repeat(1_000),
      input_schema: { type: 'object', description: 'y'.repeat(4_000) },
    }));
    await withService(
      async (service) => {
        await open(service, 1, 's');
        await say(service, [1, 11], 'protocol-accepted', modern);
        const seen = { ...listed, tool_count: tools.length, tools };
        await until(service, 's', await say(service, [1, 12], 'tools-listed', seen));
        await withLiveSocket(service.url, async (live) => {
          live.socket.pause();
          // Half a megabyte each: more than the system itself keeps for a connection that nobody reads.
          for (let n = 0; n < 100; n += 1) live.subscribe('s');
          const counted = async (): Promise<boolean> =>
            String((await service.get('/metrics')).body).includes('witness_live_clients_too_slow_total 1\n');
          while (!(await counted())) await pause(20);
          live.socket.resume();
          expect(await live.closed()).toBe(4008);
          expect(live.waiting().length).toBeLessThan(200);
        });
        await withLiveSocket(service.url, async (live) => {
          live.subscribe('s');
          await live.next('session.caught_up');
        });
      },
      { sockets: { mostBuffered: 64 * 1024 } },
    );
  });

  it('tells its clients that the service stops', async () => {
    await withService(async (service) => {
      await withLiveSocket(service.url, async (live) => {
        await service.service.close();
        expect(await live.closed()).toBe(1001);
      });
    });
  });

  it('admits pages of this machine and programs, and no page of another place', async () => {
    await withService(async ({ url }) => {
      const admitted = (headers: Record<string, string>): Promise<string> =>
        withLiveSocket(url, ({ socket }) => Promise.resolve(socket.protocol), {
          protocols: ['witness.v1'],
          headers,
        });
      expect(await admitted({})).toBe('witness.v1');
      expect(await admitted({ origin: 'http://localhost:3000' })).toBe('witness.v1');
      expect(await admitted({ origin: 'http://127.0.0.1:4477' })).toBe('witness.v1');
      for (const origin of ['http://evil.example', 'null', 'https://localhost.evil.example']) {
        expect(await refused(url, { origin })).toBe(403);
      }
    });
  });

  it('asks for a key where keys are needed, in the header or as a subprotocol', async () => {
    const key = `wk_${'k'.repeat(40)}`;
    const environment = { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: key };
    await withService(
      async ({ url }) => {
        expect(await refused(url, {})).toBe(401);
        expect(await refused(url, { authorization: `Bearer wk_${'x'.repeat(40)}` })).toBe(401);
        const protocolOf = (options: Parameters<typeof withLiveSocket>[2]): Promise<string> =>
          withLiveSocket(url, ({ socket }) => Promise.resolve(socket.protocol), options);
        expect(await protocolOf({ protocols: ['witness.v1', `bearer.${key}`] })).toBe('witness.v1');
        expect(await protocolOf({ headers: { authorization: `Bearer ${key}` } })).toBe('');
      },
      { environment },
    );
  });
});
