import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { type TestDatabase, withDatabase } from '../support/database.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { extent } from './extent.ts';

jest.setTimeout(extent(300_000, 900_000));

const attempts = 3;

const tell = async (url: string, session: string, first: number): Promise<void> => {
  const { post } = clientOf(url);
  for (let n = first; n < first + attempts; n += 1) {
    await post('/v1/attempts', attemptBody(uuid(n, n), { session_id: session }));
    await post('/v1/evidence', [evidence(uuid(n, n), n + 1_000)]);
  }
};

/** The answer is not waited for: nobody may be there any more to give it. */
const beginErasure = (url: string, session: string): void => {
  fetch(`${url}/v1/admin/sessions/${session}`, { method: 'DELETE' }).catch(() => undefined);
};

const count = async ({ ownerPool }: TestDatabase, sql: string): Promise<number> =>
  (await ownerPool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? -1;

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not happen in a minute.');
    await pause(20);
  }
};

/** Keeps the transaction that destroys keys waiting in its middle while `use` runs. */
const whileDestroying = async ({ ownerPool }: TestDatabase, use: () => Promise<void>): Promise<void> => {
  const client = await ownerPool.connect();
  const key = `hashtextextended('witness forgotten sessions', 0)`;
  await client.query(`select pg_advisory_lock_shared(${key})`);
  try {
    await use();
  } finally {
    await client.query(`select pg_advisory_unlock_shared(${key})`);
    client.release();
  }
};

describe('an erasure whose process is killed', () => {
  it('is completed once by the next start, wherever it was, and the log verifies', () =>
    withDatabase(async (database) => {
      const environment = { DATABASE_URL: database.url };
      let service: ServiceProcess = await startServiceProcess(environment);
      const restart = async (): Promise<void> => {
        await service.end('SIGKILL');
        service = await startServiceProcess(environment);
      };
      const begun = (session: number) => count(database, `erasures having count(*) > ${session}`);
      const sessions = extent(3, 20);
      try {
        for (let session = 0; session < sessions; session += 1) {
          await tell(service.url, `session-${session}`, 1 + session * attempts);
          if (session > 0) {
            beginErasure(service.url, `session-${session}`);
            await until(async () => (await begun(session)) > 0);
            // Anywhere between its beginning and its end.
            await pause(Math.random() * 30);
            await restart();
            await until(async () => (await count(database, 'erasures where completed_at is null')) === 0);
            continue;
          }
          await whileDestroying(database, async () => {
            beginErasure(service.url, 'session-0');
            await until(
              async () => (await count(database, `pg_locks where locktype = 'advisory' and not granted`)) > 0,
            );
            await service.end('SIGKILL');
            expect(await count(database, 'session_keys where destroyed_at is not null')).toBe(0);
          });
          service = await startServiceProcess(environment);
          await until(async () => (await count(database, 'erasures where completed_at is not null')) === 1);
        }
        const { get } = clientOf(service.url);
        expect(await count(database, 'session_keys where secret is not null')).toBe(0);
        expect(await count(database, `es_events where type = 'session-erased'`)).toBe(sessions);
        expect(await count(database, `es_events where type = 'attempt-erased'`)).toBe(sessions * attempts);
        for (const table of ['attempt_report', 'session_status', 'client_totals', 'attempt_tokens'])
          expect([table, await count(database, table)]).toEqual([table, 0]);
        expect((await get(`/v1/attempts/${uuid(1, 1)}`)).status).toBe(410);
        const { body } = await get('/v1/audit/verify');
        expect(body).toMatchObject({ ok: true, first_bad: null, next_after: null });
        expect(body).toMatchObject({ erased: (body as { checked: number }).checked - sessions * 4 });
      } finally {
        await service.end('SIGTERM');
      }
    }));
});
