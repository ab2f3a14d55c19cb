import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { startBusyExecutor } from '../fault/executor/executor-process.ts';
import { spooledEvents } from '../fault/executor/spooled.ts';
import { type TestService, withService } from '../support/service.ts';

jest.setTimeout(120_000);

const leases = { held: 3_000, written: 600_000 };

type Status = Readonly<Record<string, unknown>>;

const statusOf = async (service: TestService, session: string): Promise<Status> =>
  (await service.get(`/v1/sessions/${session}`)).body as Status;

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 45_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`In vain: ${what}.`);
    await pause(100);
  }
};

interface Place {
  readonly stateDirectory: string;
  readonly profile: string;
}

const withPlace = async (use: (place: Place) => Promise<void>): Promise<void> => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'witness-presence-'));
  try {
    const profile = join(stateDirectory, 'profile.json');
    await writeFile(profile, '{"version":1,"servers":[]}');
    await use({ stateDirectory, profile });
  } finally {
    await rm(stateDirectory, { recursive: true, force: true });
  }
};

describe('a run of an agent', () => {
  it('keeps its session connected beyond a lease, and no longer than one once it was killed', () =>
    withService(
      (service) =>
        withPlace(async (place) => {
          const session = `session-${randomUUID()}`;
          const status = (): Promise<Status> => statusOf(service, session);
          const renewed = async (): Promise<number> => {
            const { rows } = await service.database.ownerPool.query<{ at: Date }>(
              'select expires_at as at from attempt_leases where executor_id is not null',
            );
            return rows[0]?.at.getTime() ?? 0;
          };
          const executor = startBusyExecutor({ ...place, serviceUrl: service.url, session }, []);
          try {
            await until(
              'connected by a lease',
              async () => (await status()).connected === true && (await renewed()) > 0,
            );
            const first = await renewed();
            await until('renewed', async () => (await renewed()) > first + leases.held);
            expect(await status()).toMatchObject({ connected: true, ended_at: null });
            await executor.kill();
            await until('given up', async () => (await status()).ended_at !== null);
            expect((await status()).connected).toBe(false);
            const report = (await service.get(`/v1/sessions/${session}/report`)).body;
            expect(report).toMatchObject({ current: { end_reason_code: 'lease_lost' } });
          } finally {
            await executor.kill();
          }
        }),
      { leases },
    ));

  it('that was killed before the service heard of it is told by the next run, and not as connected', () =>
    withService(
      (service) =>
        withPlace(async (place) => {
          const [gone, next] = [`session-${randomUUID()}`, `session-${randomUUID()}`];
          const away = startBusyExecutor({ ...place, serviceUrl: 'http://127.0.0.1:9', session: gone }, []);
          await until('spooled', async () => {
            const kept = await spooledEvents(join(place.stateDirectory, 'spool'));
            return away.isSessionOpen() && kept.length > 0;
          }).finally(() => away.kill());
          const executor = startBusyExecutor({ ...place, serviceUrl: service.url, session: next }, []);
          try {
            await until('told', async () => (await statusOf(service, gone)).session_id === gone);
            await until('connected', async () => (await statusOf(service, next)).connected === true);
            expect(await statusOf(service, gone)).toMatchObject({ connected: false });
            await until('given up', async () => (await statusOf(service, gone)).ended_at !== null);
            const report = (await service.get(`/v1/sessions/${gone}/report`)).body;
            expect(report).toMatchObject({ current: { end_reason_code: 'lease_lost' } });
            expect(await statusOf(service, next)).toMatchObject({ connected: true, ended_at: null });
          } finally {
            await executor.kill();
          }
        }),
      { leases },
    ));
});
