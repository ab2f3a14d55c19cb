import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { uuid } from '../../../test/support/evidence.ts';
import { type TestDatabase, withDatabase } from '../../../test/support/database.ts';
import { defaultPeriods } from '../../leases/leases.ts';
import { postgresLeases } from '../../leases/leases.postgres.ts';
import { ExecutorRequests } from './executor-requests.ts';
import { progressChannel } from './requests.postgres.ts';

const attempt = uuid(1);

/** Requests of an executor that holds one attempt, and that is never there to answer. */
const withRequests = (
  use: (requests: ExecutorRequests, database: TestDatabase) => Promise<void>,
): Promise<void> =>
  withDatabase(async (database) => {
    const source = new DataSource({ type: 'postgres', url: database.appUrl, logging: false });
    await source.initialize();
    const leases = postgresLeases(source, defaultPeriods);
    await leases.hold('default', 'executor-1', [attempt]);
    const requests = new ExecutorRequests(database.appPool, leases);
    requests.onModuleInit();
    try {
      await use(requests, database);
    } finally {
      requests.onModuleDestroy();
      await source.destroy();
    }
  });

const idOf = async ({ ownerPool }: TestDatabase): Promise<string> => {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { rows } = await ownerPool.query<{ id: string }>('select id from executor_requests');
    if (rows[0] !== undefined) return rows[0].id;
    if (Date.now() > deadline) throw new Error('Nothing was asked.');
    await pause(20);
  }
};

/** Refuses every request, and says its id. */
const refusing = `
create function refuse() returns trigger language plpgsql as $$ begin raise exception '%', new.id; end $$;
create trigger refuse before insert on executor_requests for each row execute function refuse()`;

describe('a request that could not be written', () => {
  it('is told no progress any more', () =>
    withRequests(async (requests, database) => {
      const told: string[] = [];
      const leaving = new AbortController();
      const ask = (name: string): Promise<unknown> =>
        requests.ask({
          tenant_id: 'default',
          attachment_attempt_id: attempt,
          kind: 'endpoint_test',
          data: {},
          deadlineMs: 60_000,
          signal: leaving.signal,
          onProgress: (text) => {
            told.push(`${name} ${text}`);
            leaving.abort();
          },
        });
      await database.ownerPool.query(refusing);
      const refusal = await ask('refused').catch((error: unknown) => error);
      const refused = (refusal as Error).message;
      expect(refused).toMatch(/^[0-9a-f-]{36}$/);
      await database.ownerPool.query('drop trigger refuse on executor_requests');
      const asked = ask('asked');
      const id = await idOf(database);
      for (const one of [refused, id])
        await database.ownerPool.query('select pg_notify($1, $2)', [
          progressChannel,
          JSON.stringify([one, 'start']),
        ]);
      expect(await asked).toEqual({ outcome: 'unreachable' });
      expect(told).toEqual(['asked start']);
    }));
});
