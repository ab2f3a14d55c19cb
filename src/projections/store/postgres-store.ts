import type { DataSource } from 'typeorm';
import { loadAttempts, loadSessions, type Queryable } from './load.ts';
import type { Commit, ProjectionStore } from './projection-store.ts';
import { saveAttempts, saveCatalogNeeds, saveSessions } from './save.ts';

/** The channel on which a process tells the others, without payload, that a projection moved. */
export const movedChannel = 'witness_projection';

const moveSql = `
with moved as (
  update projections
  set position = $5, recorded_at = coalesce($6::timestamptz, recorded_at), updated_at = now(),
    skipped_events = skipped_events + $7, last_skipped = coalesce($8::numeric, last_skipped)
  where name = $1 and generation = $2 and epoch = $3 and position = $4 and state <> 'retired'
  returning 1
)
select count(*)::integer as count from moved`;

/** Moves the checkpoint; false when it is not what the commit stands on. Locks its row until the transaction ends. */
export async function moveCheckpoint(db: Queryable, name: string, commit: Commit): Promise<boolean> {
  const { checkpoint, skipped } = commit;
  const [moved] = await db.query<{ count: number }[]>(moveSql, [
    name,
    checkpoint.generation,
    checkpoint.epoch.toString(),
    checkpoint.position,
    commit.position,
    commit.recorded_at,
    skipped?.count ?? 0,
    skipped?.position ?? null,
  ]);
  return moved?.count === 1;
}

/** Writes the rows of a commit, without its checkpoint. */
export async function saveRows(db: Queryable, commit: Commit): Promise<void> {
  const { generation } = commit.checkpoint;
  await saveAttempts(db, generation, commit.attempts);
  await saveSessions(db, generation, commit.sessions);
  await saveCatalogNeeds(db, generation, commit.catalogs);
}

/** The rows of projection `name` in PostgreSQL. */
export function createPostgresStore(dataSource: DataSource, name: string): ProjectionStore {
  return {
    loadAttempts: (generation, keys) => loadAttempts(dataSource, generation, keys),
    loadSessions: (generation, keys) => loadSessions(dataSource, generation, keys),
    commit: (commit) =>
      dataSource.transaction(async (manager) => {
        if (!(await moveCheckpoint(manager, name, commit))) return 'fenced';
        await saveRows(manager, commit);
        await manager.query('select pg_notify($1, $2)', [movedChannel, '']);
        return 'committed';
      }),
  };
}
