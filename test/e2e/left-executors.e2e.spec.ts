import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { describeFaults, readSettings, type RunningService, startService } from '../../src/service.ts';
import { evidence, uuid } from '../support/evidence.ts';
import { withExecutorSocket } from '../support/executor-socket.ts';
import { type TestService, withService } from '../support/service.ts';

const leases = { held: 1_500, written: 60_000 };
/** Of a service that gives nobody up while a test goes on, whatever the machine has to do beside. */
const patient = { held: 600_000, written: 600_000 };
const leftover = { 'witness-leftover': 'true' };

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to be.');
    await pause(50);
  }
};

const sessionOf = (attempt: string): string => `s${Number.parseInt(attempt.slice(-12), 16)}`;

const start = (n: number): object =>
  evidence(uuid(n), 1, {
    type: 'attempt-started',
    data: { session_id: `s${n}`, entry: 'session/new' },
    occurred_at: '2026-11-30T12:59:59Z',
  });

const end = (n: number): object =>
  evidence(uuid(n), 9, { type: 'execution-ended', data: { reason_code: 'exited', exit_code: 0 } });

const send = async (
  service: TestService,
  events: readonly object[],
  headers: Record<string, string>,
): Promise<void> => {
  const { status, body } = await service.post('/v1/evidence', events, headers);
  expect(status).toBe(200);
  const { position } = body as { position: string };
  for (const { attachment_attempt_id } of events as readonly { attachment_attempt_id: string }[])
    await service.get(`/v1/sessions/${sessionOf(attachment_attempt_id)}/report?min_position=${position}`);
};

const endsOf = async (service: TestService, n: number): Promise<unknown[]> => {
  const { body } = await service.get(`/v1/attempts/${uuid(n)}/events`);
  const { events } = body as { events: { type: string; data: { reason_code?: string } }[] };
  return events.filter(({ type }) => type === 'execution-ended').map(({ data }) => data.reason_code);
};

const isConnected = async (service: TestService, n: number): Promise<boolean> => {
  const { status, body } = await service.get(`/v1/sessions/s${n}`);
  return status === 200 && (body as { connected: boolean }).connected;
};

/** Until every loss that there was is in the log, or is known not to belong there. */
const settled = (service: TestService): Promise<void> =>
  until(async () => {
    const { rowCount } = await service.database.ownerPool.query(
      'select from attempt_leases where (left_at is not null or lost_at is not null) and not recorded and not ended',
    );
    return rowCount === 0;
  });

/** Beside another one over the same database, one that gives up whoever may be given up. */
const withSecond = async (service: TestService, use: () => Promise<void>): Promise<void> => {
  const read = readSettings({
    DATABASE_URL: service.database.url,
    WITNESS_PORT: '0',
    WITNESS_LOG_LEVEL: 'silent',
  });
  if (!read.ok) throw new Error(describeFaults(read.faults));
  const second: RunningService = await startService(read.settings, { leases });
  try {
    await use();
  } finally {
    await second.close();
  }
};

describe('what an executor left that was killed', () => {
  it('is never shown as connected, and ends as lost once, whichever process looks', () =>
    withService(
      (service) =>
        withSecond(service, async () => {
          await send(service, [start(1)], leftover);
          expect(await isConnected(service, 1)).toBe(false);
          await send(service, [evidence(uuid(1), 2)], {});
          expect(await isConnected(service, 1)).toBe(false);
          await until(async () => (await endsOf(service, 1)).length > 0);
          await send(service, [evidence(uuid(1), 3)], {});
          await send(service, [start(2)], leftover);
          await until(async () => (await endsOf(service, 2)).length > 0);
          expect(await endsOf(service, 1)).toEqual(['lease_lost']);
          expect(await isConnected(service, 1)).toBe(false);
          const { body } = await service.get('/v1/sessions/s1/report');
          expect(body).toMatchObject({ current: { end_reason_code: 'lease_lost' } });
        }),
      { leases },
    ));

  it('ends as it says itself where it does, in whatever order and however often it comes', () =>
    withService(
      async (service) => {
        await send(service, [start(1)], leftover);
        await send(service, [end(1)], leftover);
        await send(service, [start(2), end(2)], leftover);
        await send(service, [evidence(uuid(2), 2)], leftover);
        await send(service, [start(3), end(3)], {});
        await service.database.ownerPool.query(
          'delete from attempt_leases where attachment_attempt_id = $1',
          [uuid(3)],
        );
        await send(service, [start(3)], leftover);
        await send(service, [start(4)], leftover);
        await withSecond(service, async () => {
          await until(async () => (await endsOf(service, 4)).length > 0);
          await settled(service);
        });
        expect(await Promise.all([1, 2, 3, 4].map((n) => endsOf(service, n)))).toEqual([
          ['exited'],
          ['exited'],
          ['exited'],
          ['lease_lost'],
        ]);
      },
      { leases: patient },
    ));

  it('ends the quarter of an hour that its evidence had, also where the service knows all of it', () =>
    withService(
      async (service) => {
        await send(service, [start(1)], {});
        expect(await isConnected(service, 1)).toBe(true);
        await send(service, [start(1)], leftover);
        expect(await isConnected(service, 1)).toBe(false);
        await send(service, [evidence(uuid(1), 2)], {});
        expect(await isConnected(service, 1)).toBe(false);
        await until(async () => (await endsOf(service, 1)).length > 0);
        expect(await endsOf(service, 1)).toEqual(['lease_lost']);
      },
      { leases },
    ));

  it('belongs to an executor that holds it all the same', () =>
    withService(
      async (service) => {
        await send(service, [start(1), start(2)], leftover);
        await withExecutorSocket(service.url, async (executor) => {
          await executor.hold('one', [uuid(1)]);
          await send(service, [evidence(uuid(1), 2)], leftover);
          expect(await isConnected(service, 1)).toBe(true);
          await withSecond(service, async () => {
            await until(async () => (await endsOf(service, 2)).length > 0);
            expect(await isConnected(service, 1)).toBe(true);
            await executor.hold('one', []);
            await send(service, [start(3)], leftover);
            await until(async () => (await endsOf(service, 3)).length > 0);
            expect(await endsOf(service, 1)).toEqual([]);
          });
        });
      },
      { leases: patient },
    ));
});

describe('an executor that went while the service was away', () => {
  it('is lost, however long that was', () =>
    withService(
      async (service) => {
        const { ownerPool } = service.database;
        await send(service, [start(1)], {});
        await ownerPool.query(
          `update attempt_leases set executor_id = 'gone', expires_at = now() - interval '3 days', since = now() - interval '4 days'`,
        );
        await until(async () => (await endsOf(service, 1)).length > 0);
        expect(await endsOf(service, 1)).toEqual(['lease_lost']);
        await until(async () => (await ownerPool.query('select from attempt_leases')).rowCount === 0);
      },
      { leases },
    ));
});
