import type { DataSource } from 'typeorm';
import { poolOf } from '../../database/pool.ts';
import { type ErasedPlace, forgetErased, holdForgetting, readErased } from './forget-session.ts';
import { loadAttempts, loadSessions, type Queryable } from './load.ts';
import { inTransaction } from './prepared.ts';
import type { Commit, ProjectionStore } from './projection-store.ts';
import { saveAttempts, saveCatalogNeeds, saveSessions } from './save.ts';
import { addTotals, dropEmptyTotals, saveCalls } from './save-activity.ts';
import { queryTogether } from './together.ts';

/** The channel on which a process tells the others, naming itself, that a projection moved. */
export const movedChannel = 'witness_projection';

const moveSql = `
with moved as (
  update projection_shards s
  set position = greatest(s.position, $6::numeric), recorded_at = coalesce($7::timestamptz, s.recorded_at), updated_at = now()
  from unnest($3::smallint[], $4::bigint[], $5::numeric[]) as k (shard, epoch, position), projections p
  where s.name = $1 and s.generation = $2 and s.shard = k.shard and s.epoch = k.epoch and s.position = k.position
    and p.name = s.name and p.generation = s.generation and p.state <> 'retired'
  returning 1
)
select count(*)::integer as count from moved`;

const skipSql = `
update projections set skipped_events = skipped_events + $3, last_skipped = greatest(last_skipped, $4::numeric), updated_at = now()
where name = $1 and generation = $2`;

/** Moves all shards of the checkpoint; false when one is not what the commit stands on. Locks their rows until the transaction ends. */
export async function moveCheckpoint(db: Queryable, name: string, commit: Commit): Promise<boolean> {
  const { checkpoint, skipped } = commit;
  const { generation, shards } = checkpoint;
  const [moved] = await db.query<{ count: number }[]>(moveSql, [
    name,
    generation,
    shards.map(({ shard }) => shard),
    shards.map(({ epoch }) => epoch.toString()),
    shards.map(({ position }) => position),
    commit.position,
    commit.recorded_at,
  ]);
  if (moved?.count !== shards.length) return false;
  if (skipped !== null) await db.query(skipSql, [name, generation, skipped.count, skipped.position]);
  return true;
}

/** Writes the rows of a commit, without its checkpoint, and none of a session that was erased meanwhile. */
export async function saveRows(db: Queryable, commit: Commit): Promise<void> {
  const { attempts, sessions, calls, totals } = commit;
  const { generation } = commit.checkpoint;
  await holdForgetting(db);
  const rows = [
    ...saveAttempts(generation, attempts),
    ...saveSessions(generation, sessions),
    ...saveCalls(generation, calls),
    ...addTotals(generation, totals),
  ];
  const erased = await queryTogether<ErasedPlace>(db, rows, readErased(sessions));
  await dropEmptyTotals(db, generation, totals);
  await saveCatalogNeeds(db, generation, commit.catalogs);
  await forgetErased(db, generation, sessions, erased);
}

/** Takes back what a transaction did to the shards that were still its own. */
class Fenced extends Error {}

/** The rows of projection `name` in PostgreSQL. What moved is told to others as the work of `processId`. */
export function createPostgresStore(dataSource: DataSource, name: string, processId = ''): ProjectionStore {
  return {
    loadAttempts: (generation, keys) => loadAttempts(dataSource, generation, keys),
    loadSessions: (generation, keys) => loadSessions(dataSource, generation, keys),
    async commit(commit) {
      try {
        await inTransaction(poolOf(dataSource), async (db) => {
          if (!(await moveCheckpoint(db, name, commit))) throw new Fenced();
          await saveRows(db, commit);
          await db.query('select pg_notify($1, $2)', [movedChannel, processId]);
        });
        return 'committed';
      } catch (error) {
        if (error instanceof Fenced) return 'fenced';
        throw error;
      }
    },
  };
}
