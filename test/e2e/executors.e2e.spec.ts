import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import WebSocket from 'ws';
import { largestExecutorFrame } from '../../src/executors/frame.ts';
import { describeFaults, readSettings, startService } from '../../src/service.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withExecutorSocket } from '../support/executor-socket.ts';
import { clientOf, type TestService, withService } from '../support/service.ts';

const leases = { held: 1_500, written: 60_000 };

type Status = Readonly<{ connected: boolean; ended_at: string | null }>;

const statusOf = async (service: Pick<TestService, 'get'>, session: string): Promise<Status> =>
  (await service.get(`/v1/sessions/${session}`)).body as Status;

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to be.');
    await pause(50);
  }
};

const open = async (service: TestService, n: number): Promise<string> => {
  const attempt = uuid(n);
  const { status, body } = await service.post('/v1/attempts', attemptBody(attempt, { session_id: `s${n}` }));
  expect(status).toBe(201);
  await service.get(`/v1/sessions/s${n}/report?min_position=${(body as { position: string }).position}`);
  return attempt;
};

/** How often the log says that the execution of an attempt ended, and why. */
const endsOf = async (service: Pick<TestService, 'get'>, attempt: string): Promise<unknown[]> => {
  const { body } = await service.get(`/v1/attempts/${attempt}/events`);
  const { events } = body as { events: { type: string; data: { reason_code?: string } }[] };
  return events.filter(({ type }) => type === 'execution-ended').map(({ data }) => data.reason_code);
};

describe('the connection of an executor', () => {
  it('keeps its sessions connected while it renews, and gives them up once when it does not', () =>
    withService(
      async (service) => {
        const [kept, lost, quiet] = [await open(service, 1), await open(service, 2), await open(service, 3)];
        await withExecutorSocket(service.url, async (one) => {
          await withExecutorSocket(service.url, async (other) => {
            expect(await one.hold('one', [kept])).toEqual({ lease_ms: leases.held, lost: [] });
            expect(await other.hold('other', [lost])).toEqual({ lease_ms: leases.held, lost: [] });
          });
          await until(async () => {
            await one.hold('one', [kept]);
            return (await statusOf(service, 's2')).ended_at !== null;
          });
          expect((await statusOf(service, 's2')).connected).toBe(false);
          expect(await statusOf(service, 's1')).toMatchObject({ connected: true, ended_at: null });
          expect(await statusOf(service, 's3')).toMatchObject({ connected: true, ended_at: null });
          await withExecutorSocket(service.url, async (back) => {
            expect(await back.hold('other', [lost])).toMatchObject({ lost: [lost] });
            expect((await statusOf(service, 's2')).connected).toBe(false);
          });
        });
        expect(await endsOf(service, lost)).toEqual(['lease_lost']);
        expect(await endsOf(service, kept)).toEqual([]);
        expect(await endsOf(service, quiet)).toEqual([]);
      },
      { leases },
    ));

  it('is not taken for alive by what others send of it once it is gone', () =>
    withService(
      async (service) => {
        const attempts = [uuid(1), uuid(2)];
        const headers = [{ 'witness-leftover': 'true' }, { 'witness-leftover': 'false' }];
        for (const [at, attempt] of attempts.entries()) {
          const start = evidence(attempt, 1, {
            type: 'attempt-started',
            data: { session_id: `s${at}`, entry: 'session/new' },
          });
          const sent = await service.post('/v1/evidence', [start], headers[at]);
          expect(sent).toMatchObject({ status: 200, body: { accepted: 1 } });
          const { position } = sent.body as { position: string };
          await service.get(`/v1/sessions/s${at}/report?min_position=${position}`);
        }
        expect(await statusOf(service, 's0')).toMatchObject({ connected: false, ended_at: null });
        expect(await statusOf(service, 's1')).toMatchObject({ connected: true, ended_at: null });
        const unclear = await service.post('/v1/evidence', [evidence(uuid(1), 2)], {
          'witness-leftover': 'yes',
        });
        expect(unclear).toMatchObject({
          status: 422,
          body: { errors: [{ pointer: 'Witness-Leftover', code: 'malformed' }] },
        });
      },
      { leases },
    ));

  it('may end and come back within the lease, to another process of the service, and loses nothing', () =>
    withService(
      async (service) => {
        const attempt = await open(service, 1);
        const read = readSettings({
          DATABASE_URL: service.database.url,
          WITNESS_PORT: '0',
          WITNESS_LOG_LEVEL: 'silent',
        });
        if (!read.ok) throw new Error(describeFaults(read.faults));
        const second = await startService(read.settings, { leases });
        try {
          const both = [service.url, second.url, service.url, second.url];
          for (const url of both) {
            await withExecutorSocket(url, (executor) => executor.hold('one', [attempt]));
            expect(await statusOf(clientOf(second.url), 's1')).toMatchObject({ connected: true });
          }
          await until(async () => !(await statusOf(service, 's1')).connected);
          await until(async () => (await endsOf(service, attempt)).length > 0);
          await pause(leases.held);
          expect(await endsOf(service, attempt)).toEqual(['lease_lost']);
        } finally {
          await second.close();
        }
      },
      { leases },
    ));

  it('gives back what it no longer names, and is not given up for an execution that ended by itself', () =>
    withService(
      async (service) => {
        const [first, second] = [await open(service, 1), await open(service, 2)];
        await withExecutorSocket(service.url, async (executor) => {
          await executor.hold('one', [first, second]);
          await executor.hold('one', [second]);
          expect((await statusOf(service, 's1')).connected).toBe(false);
          expect((await statusOf(service, 's2')).connected).toBe(true);
          const ended = evidence(second, 10, {
            type: 'execution-ended',
            data: { reason_code: 'exited', exit_code: 0 },
          });
          expect((await service.post('/v1/evidence', [ended])).status).toBe(200);
          await executor.hold('one', [second]);
        });
        const other = await open(service, 3);
        await withExecutorSocket(service.url, (executor) => executor.hold('two', [other]));
        await until(async () => (await endsOf(service, other)).length > 0);
        expect(await endsOf(service, first)).toEqual([]);
        expect(await endsOf(service, second)).toEqual(['exited']);
      },
      { leases },
    ));

  it('answers what it cannot take with a code, and speaks for one executor only', () =>
    withService(
      async ({ url }) => {
        await withExecutorSocket(url, async (executor) => {
          const many = Array.from({ length: 257 }, (_, n) => uuid(n));
          for (const [frame, code] of [
            ['{', 'malformed'],
            ['[]', 'malformed'],
            [Buffer.from([1, 2, 3]), 'malformed'],
            [{ event: '__proto__' }, 'unknown_event'],
            [{ event: 'hold' }, 'invalid'],
            [{ event: 'hold', data: { executor_id: 'a b', attempts: [] } }, 'invalid'],
            [{ event: 'hold', data: { executor_id: 'a', attempts: ['x'] } }, 'invalid'],
            [{ event: 'hold', data: { executor_id: 'a', attempts: {} } }, 'invalid'],
            [{ event: 'hold', data: { executor_id: 'a', attempts: many } }, 'too_many_attempts'],
          ] as const) {
            expect(await executor.ask(frame)).toEqual({ event: 'error', data: { code } });
          }
          await executor.hold('one', []);
          await executor.ask({ event: 'hold', data: { executor_id: 'two', attempts: [] } });
          expect(await executor.closed()).toBe(1008);
        });
        await withExecutorSocket(url, async (executor) => {
          executor.socket.send(JSON.stringify({ event: 'hold', data: 'x'.repeat(largestExecutorFrame) }));
          expect(await executor.closed()).toBe(1009);
        });
      },
      { leases },
    ));

  it('takes hundreds of executors at once, and all their leases', () =>
    withService(
      async (service) => {
        const held = await Promise.all(
          Array.from({ length: 300 }, (_, n) =>
            withExecutorSocket(service.url, (executor) => executor.hold(`executor-${n}`, [uuid(n)])),
          ),
        );
        expect(held.every(({ lost }) => lost.length === 0)).toBe(true);
        const rows = await service.database.ownerPool.query('select executor_id from attempt_leases');
        expect(rows.rowCount).toBe(300);
      },
      { leases: { held: 60_000, written: 60_000 } },
    ));

  it('needs a key that may write evidence, and touches no lease of another tenant', () =>
    withService(
      async ({ url, database }) => {
        const refused = new WebSocket(`${url.replace('http', 'ws')}/v1/executor`, 'witness.executor.v1');
        const [error] = (await once(refused, 'error')) as [Error];
        expect(error.message).toContain('401');
        const attempt = uuid(1);
        await database.ownerPool.query(
          `insert into attempt_leases (tenant_id, attachment_attempt_id, executor_id, since, expires_at)
           values ('other', $1, 'theirs', now(), now() + interval '1 hour')`,
          [attempt],
        );
        const headers = { authorization: `Bearer ${adminKey}` };
        await withExecutorSocket(url, (executor) => executor.hold('ours', [attempt]), headers);
        await withExecutorSocket(url, (executor) => executor.hold('theirs', []), headers);
        const { rows } = await database.ownerPool.query(
          'select tenant_id, executor_id from attempt_leases order by tenant_id',
        );
        expect(rows).toEqual([
          { tenant_id: 'default', executor_id: 'ours' },
          { tenant_id: 'other', executor_id: 'theirs' },
        ]);
      },
      { leases, environment: { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: adminKey } },
    ));
});

const adminKey = `wk_${'a'.repeat(43)}`;
