import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { startBusyExecutor } from '../fault/executor/executor-process.ts';
import { withService } from '../support/service.ts';

jest.setTimeout(120_000);

const leases = { held: 3_000, written: 600_000 };

describe('a run of an agent', () => {
  it('keeps its session connected beyond a lease, and no longer than one once it was killed', () =>
    withService(
      async ({ url, get, database }) => {
        const directory = await mkdtemp(join(tmpdir(), 'witness-presence-'));
        const profile = join(directory, 'profile.json');
        await writeFile(profile, '{"version":1,"servers":[]}');
        const session = `session-${randomUUID()}`;
        const status = async (): Promise<Readonly<Record<string, unknown>>> =>
          (await get(`/v1/sessions/${session}`)).body as Readonly<Record<string, unknown>>;
        const until = async (holds: () => Promise<boolean>): Promise<void> => {
          const deadline = Date.now() + 45_000;
          while (!(await holds())) {
            if (Date.now() > deadline) throw new Error(`In vain: ${JSON.stringify(await status())}`);
            await pause(100);
          }
        };
        const renewed = async (): Promise<number> => {
          const { rows } = await database.ownerPool.query<{ at: Date }>(
            'select expires_at as at from attempt_leases where executor_id is not null',
          );
          return rows[0]?.at.getTime() ?? 0;
        };
        const executor = startBusyExecutor(
          { serviceUrl: url, stateDirectory: directory, profile, session },
          [],
        );
        try {
          await until(async () => (await status()).connected === true && (await renewed()) > 0);
          const first = await renewed();
          await until(async () => (await renewed()) > first + leases.held);
          expect(await status()).toMatchObject({ connected: true, ended_at: null });
          await executor.kill();
          await until(async () => (await status()).ended_at !== null);
          expect((await status()).connected).toBe(false);
          const report = (await get(`/v1/sessions/${session}/report`)).body;
          expect(report).toMatchObject({ current: { end_reason_code: 'lease_lost' } });
        } finally {
          await executor.kill();
          await rm(directory, { recursive: true, force: true });
        }
      },
      { leases },
    ));
});
