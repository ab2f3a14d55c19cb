import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { completeErasure } from '../../src/admin/erasure/complete-erasure.ts';
import { postgresCatalogs } from '../../src/log/catalogs.postgres.ts';
import { sessionStream } from '../../src/log/streams.ts';
import { type ProjectedDatabase, withProjections } from './support/on-database.ts';
import { createStoryteller, digestOf, sessionId, type Step, tenantId } from './support/story.ts';

const digest = digestOf('hub');

const put = ({ dataSource }: ProjectedDatabase, session: number): Promise<void> =>
  postgresCatalogs(dataSource).put({
    tenant_id: tenantId,
    session_id: sessionId(session),
    digest,
    tools: [],
  });

const erase = ({ log, dataSource }: ProjectedDatabase, session: number): Promise<void> =>
  completeErasure({ log, dataSource }, { tenant_id: tenantId, session: sessionStream(sessionId(session)) });

const left = async ({ dataSource }: ProjectedDatabase): Promise<readonly string[]> =>
  (await dataSource.query<{ digest: string }[]>('select digest from catalogs')).map((row) => row.digest);

/** A session that has put the catalog and told of it, and another of which nothing is told yet. */
const withListed = (use: (projected: ProjectedDatabase) => Promise<void>): Promise<void> =>
  withProjections(async (projected) => {
    const story = (['open', 'list'] as const).map((what): Step => ({
      session: 0,
      attempt: 0,
      server: 'hub',
      what,
    }));
    await put(projected, 0);
    await createStoryteller(projected.log).tell(story);
    await projected.project();
    await use(projected);
  });

/** Runs `meanwhile` while rows that `sql` finds are locked, so that who needs them waits. */
const whileLocked = async (
  { database: { ownerPool } }: ProjectedDatabase,
  sql: string,
  meanwhile: () => Promise<void>,
): Promise<void> => {
  const client = await ownerPool.connect();
  try {
    await client.query('begin');
    await client.query(`${sql} for update`);
    await meanwhile();
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/** Resolves once a statement waits for a lock of this kind. */
const waiting = async (
  { database: { ownerPool } }: ProjectedDatabase,
  event: 'advisory' | 'transactionid',
): Promise<void> => {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`;
  const deadline = Date.now() + 30_000;
  while (((await ownerPool.query(sql, [event])).rowCount ?? 0) === 0) {
    if (Date.now() > deadline) throw new Error(`Nobody waits for a lock (${event}).`);
    await pause(10);
  }
};

describe('a catalog that two sessions list', () => {
  it('outlives the erasure of one while nothing but its being put tells of the other', () =>
    withListed(async (projected) => {
      await put(projected, 1);
      await erase(projected, 0);
      expect(await left(projected)).toEqual([digest]);
      await erase(projected, 1);
      expect(await left(projected)).toEqual([]);
    }));

  it('outlives an erasure that has begun when the other puts it', () =>
    withListed(async (projected) => {
      const stream = sessionStream(sessionId(0));
      await projected.database.ownerPool.query(
        `insert into session_keys (key_id, tenant_id, session, secret) values ('k', $1, $2, 'secret')`,
        [tenantId, stream],
      );
      let both: Promise<unknown> = Promise.resolve();
      await whileLocked(projected, 'select from session_keys', async () => {
        const erased = erase(projected, 0);
        await waiting(projected, 'transactionid');
        both = Promise.all([erased, put(projected, 1)]);
        await Promise.race([both, waiting(projected, 'advisory')]);
      });
      await both;
      expect(await left(projected)).toEqual([digest]);
    }));

  it('outlives an erasure that begins while the other puts it', () =>
    withListed(async (projected) => {
      await projected.database.ownerPool.query(`update catalogs set touched_at = now() - interval '1 hour'`);
      let both: Promise<unknown> = Promise.resolve();
      await whileLocked(projected, 'select from catalogs', async () => {
        const kept = put(projected, 1);
        await waiting(projected, 'transactionid');
        both = Promise.all([kept, erase(projected, 0)]);
        await Promise.race([both, waiting(projected, 'advisory')]);
      });
      await both;
      expect(await left(projected)).toEqual([digest]);
    }));

  it('is not kept again for one that was erased', () =>
    withListed(async (projected) => {
      await erase(projected, 0);
      expect(await left(projected)).toEqual([]);
      await put(projected, 0);
      expect(await left(projected)).toEqual([]);
      await put(projected, 1);
      expect(await left(projected)).toEqual([digest]);
    }));
});
