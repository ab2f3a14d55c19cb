import { positionOf, type Queryable } from './load.ts';
import type { Checkpoint } from './projection-store.ts';

/** A projection as its code defines it. Another version means that rows of the former one cannot be carried on. */
export interface Definition {
  readonly name: string;
  readonly version: number;
}

/** A generation as it stands. */
export interface Generation extends Checkpoint {
  readonly version: number;
  readonly state: 'building' | 'live' | 'retired';
  readonly skipped_events: number;
}

interface Row {
  readonly generation: number;
  readonly version: number;
  readonly state: Generation['state'];
  readonly position: string;
  readonly epoch: string;
  readonly skipped_events: string;
}

const columns = 'generation, version, state, position, epoch, skipped_events';

const toGeneration = (row: Row): Generation => ({
  ...row,
  position: positionOf(row.position),
  epoch: BigInt(row.epoch),
  skipped_events: Number(row.skipped_events),
});

const createFirstSql = `
insert into projections (name, generation, version, state)
select $1, coalesce(max(generation), 0) + 1, $2, 'live' from projections where name = $1
having count(*) filter (where state = 'live') = 0
on conflict do nothing`;

const claimSql = `
with claimed as (
  update projections set epoch = epoch + 1, updated_at = now() where name = $1 and state = 'live' returning ${columns}
)
select * from claimed`;

const createBuildingSql = `
insert into projections (name, generation, version, state, epoch)
select $1, max(generation) + 1, $2, 'building', 1 from projections where name = $1
returning ${columns}`;

/** Makes the first generation when there is none. */
export async function ensureLive(db: Queryable, { name, version }: Definition): Promise<void> {
  await db.query(createFirstSql, [name, version]);
}

/** Makes the caller the only writer of the live generation. */
export async function claimLive(db: Queryable, { name }: Definition): Promise<Generation> {
  const [row] = await db.query<Row[]>(claimSql, [name]);
  if (row === undefined) throw new Error(`Projection ${name} has no live generation. Rebuild it.`);
  return toGeneration(row);
}

/** Null: no process has projected yet. `lock` keeps it as it is until the transaction ends. */
export async function readLive(db: Queryable, name: string, lock = false): Promise<Generation | null> {
  const sql = `select ${columns} from projections where name = $1 and state = 'live'${lock ? ' for update' : ''}`;
  const [row] = await db.query<Row[]>(sql, [name]);
  return row === undefined ? null : toGeneration(row);
}

/** Every generation that has rows or is to have some, newest first. */
export async function listGenerations(db: Queryable, name: string): Promise<Generation[]> {
  const rows = await db.query<Row[]>(
    `select ${columns} from projections where name = $1 order by generation desc`,
    [name],
  );
  return rows.map(toGeneration);
}

export async function createBuilding(db: Queryable, { name, version }: Definition): Promise<Generation> {
  const [row] = await db.query<Row[]>(createBuildingSql, [name, version]);
  if (row === undefined) throw new Error(`Projection ${name} has no generation to build beside.`);
  return toGeneration(row);
}

/** Shows `next` to readers instead of `live`, and shuts out whoever writes `live`. Both rows must be locked or unshared. */
export async function swapGenerations(
  db: Queryable,
  name: string,
  live: Generation,
  next: Generation,
): Promise<void> {
  await db.query(
    `update projections set state = 'retired', updated_at = now() where name = $1 and generation = $2`,
    [name, live.generation],
  );
  await db.query(
    `update projections set state = 'live', epoch = $3, updated_at = now() where name = $1 and generation = $2`,
    [name, next.generation, (live.epoch + 1n).toString()],
  );
}

const tables = ['catalog_references', 'session_status', 'attempt_report'] as const;

/** Removes a generation that nobody reads: one retired, or left behind half built. */
export async function dropGeneration(db: Queryable, name: string, generation: number): Promise<void> {
  for (const table of tables) await db.query(`delete from ${table} where generation = $1`, [generation]);
  await db.query(`delete from projections where name = $1 and generation = $2 and state <> 'live'`, [
    name,
    generation,
  ]);
}

const sweepSql = `
with swept as (
  delete from catalogs c
  where c.touched_at < (select recorded_at from projections where name = $1 and state = 'live') - interval '10 minutes'
    and not exists (select from catalog_references r where r.tenant_id = c.tenant_id and r.digest = c.digest)
  returning 1
)
select count(*)::integer as count from swept`;

/**
 * Drops catalogs that no current attempt needs, and says how many. One that was touched less than ten minutes
 * before the newest projected event stays: the event that names it may not be projected yet.
 */
export async function sweepCatalogs(db: Queryable, name: string): Promise<number> {
  const [row] = await db.query<{ count: number }[]>(sweepSql, [name]);
  return row?.count ?? 0;
}
