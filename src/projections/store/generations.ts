import { allShards } from '../shard.ts';
import { positionOf, type Queryable } from './load.ts';
import type { Checkpoint, ShardCheckpoint } from './projection-store.ts';

/** A projection as its code defines it. Another version means that rows of the former one cannot be carried on. */
export interface Definition {
  readonly name: string;
  readonly version: number;
}

/** How one shard stands. */
interface ShardState extends ShardCheckpoint {
  /** `recorded_at` of the newest event that it has passed. */
  readonly recorded_at: Date | null;
  /** The process that claimed it last. */
  readonly owner: string | null;
}

/** A generation as it stands. */
export interface Generation extends Checkpoint {
  readonly version: number;
  readonly state: 'building' | 'live' | 'retired';
  readonly skipped_events: number;
  readonly created_at: Date;
  readonly shards: readonly ShardState[];
}

interface Row {
  readonly generation: number;
  readonly version: number;
  readonly state: Generation['state'];
  readonly skipped_events: string;
  readonly created_at: Date;
  readonly shard: number;
  readonly position: string;
  readonly epoch: string;
  readonly recorded_at: Date | null;
  readonly owner: string | null;
}

const columns =
  'p.generation, p.version, p.state, p.skipped_events, p.created_at, s.shard, s.position, s.epoch, s.recorded_at, s.owner';

const toGenerations = (rows: readonly Row[]): Generation[] =>
  [...new Set(rows.map(({ generation }) => generation))].map((number) => {
    const own = rows.filter(({ generation }) => generation === number) as [Row, ...Row[]];
    const { generation, version, state, skipped_events, created_at } = own[0];
    const shards = own.map(({ shard, position, epoch, recorded_at, owner }) => ({
      shard,
      position: positionOf(position),
      epoch: BigInt(epoch),
      recorded_at,
      owner,
    }));
    return { generation, version, state, skipped_events: Number(skipped_events), created_at, shards };
  });

const createFirstSql = `
insert into projections (name, generation, version, state)
select $1, coalesce(max(generation), 0) + 1, $2, 'live' from projections where name = $1
having count(*) filter (where state = 'live') = 0
on conflict do nothing`;

/** One statement: a generation without its shards would be one that nobody sees. */
const createBuildingSql = `
with made as (
  insert into projections (name, generation, version, state)
  select $1, max(generation) + 1, $2, 'building' from projections where name = $1
  having max(generation) is not null and count(*) filter (where state = 'building') = 0
  on conflict do nothing
  returning name, generation
),
shards as (
  insert into projection_shards (name, generation, shard, epoch)
  select m.name, m.generation, k.shard, 1 from made m, unnest($3::smallint[]) as k (shard)
)
select generation from made`;

const createShardsSql = `
insert into projection_shards (name, generation, shard, epoch)
select p.name, p.generation, k.shard, 0 from projections p, unnest($2::smallint[]) as k (shard)
where p.name = $1 and p.state = 'live'
on conflict do nothing`;

const claimSql = (state: Generation['state']): string => `
with claimed as (
  update projection_shards s set epoch = s.epoch + 1, owner = $3, updated_at = now()
  from projections p
  where p.name = $1 and p.state = '${state}' and s.name = p.name and s.generation = p.generation and s.shard = any ($2::smallint[])
  returning ${columns}
)
select * from claimed order by shard`;

/** Makes the first generation when there is none. */
export async function ensureLive(db: Queryable, { name, version }: Definition): Promise<void> {
  await db.query(createFirstSql, [name, version]);
  await db.query(createShardsSql, [name, allShards]);
}

/** Makes the caller the only writer of these shards of the live generation. */
export async function claimLive(
  db: Queryable,
  { name }: Definition,
  shards: readonly number[] = allShards,
  processId: string | null = null,
): Promise<Generation> {
  const rows = await db.query<Row[]>(claimSql('live'), [name, shards, processId]);
  const [generation] = toGenerations(rows);
  if (generation?.shards.length !== shards.length)
    throw new Error(`Projection ${name} has no live generation with all its shards. Rebuild it.`);
  return generation;
}

const selectSql = `
select ${columns} from projections p join projection_shards s on s.name = p.name and s.generation = p.generation`;

/** Null: no process has projected yet. `lock` keeps it as it is until the transaction ends. */
export async function readLive(db: Queryable, name: string, lock = false): Promise<Generation | null> {
  const sql = `${selectSql} where p.name = $1 and p.state = 'live' order by s.shard${lock ? ' for update' : ''}`;
  const [live] = toGenerations(await db.query<Row[]>(sql, [name]));
  return live ?? null;
}

/** Every generation that has rows or is to have some, newest first. */
export async function listGenerations(db: Queryable, name: string): Promise<Generation[]> {
  return toGenerations(
    await db.query<Row[]>(`${selectSql} where p.name = $1 order by p.generation desc, s.shard`, [name]),
  );
}

/** Makes a generation to be filled beside the live one. Null: there is one already. */
export async function createBuilding(
  db: Queryable,
  { name, version }: Definition,
): Promise<Generation | null> {
  const [row] = await db.query<{ generation: number }[]>(createBuildingSql, [name, version, allShards]);
  if (row === undefined) return null;
  return (await listGenerations(db, name)).find(({ generation }) => generation === row.generation) ?? null;
}

/** Makes the caller the only writer of the generation that is being built. Null: there is none. */
export async function claimBuilding(
  db: Queryable,
  { name }: Definition,
  processId: string | null = null,
): Promise<Generation | null> {
  const [building] = toGenerations(await db.query<Row[]>(claimSql('building'), [name, allShards, processId]));
  return building ?? null;
}

/** Shows `next` to readers instead of `live`, and shuts out whoever writes `live`. All rows must be locked or unshared. */
export async function swapGenerations(
  db: Queryable,
  name: string,
  live: Generation,
  next: Generation,
): Promise<void> {
  const setState = `update projections set state = $3, updated_at = now() where name = $1 and generation = $2`;
  await db.query(setState, [name, live.generation, 'retired']);
  await db.query(setState, [name, next.generation, 'live']);
  const shutOut = `update projection_shards set epoch = epoch + 1 where name = $1 and generation = $2`;
  await db.query(shutOut, [name, live.generation]);
}

const projected = `
(
  select min(s.recorded_at) from projection_shards s
  join projections p on p.name = s.name and p.generation = s.generation where p.name = $1 and p.state = 'live'
) - interval '10 minutes'`;

const forgetPutsSql = `delete from catalog_puts where put_at < ${projected}`;

const sweepSql = `
with swept as (
  delete from catalogs c
  where c.touched_at < ${projected}
    and not exists (select from catalog_references r where r.tenant_id = c.tenant_id and r.digest = c.digest)
  returning 1
)
select count(*)::integer as count from swept`;

/**
 * Drops catalogs that no current attempt needs, and says how many. One that was touched less than ten minutes
 * before the newest projected event stays: the event that names it may not be projected yet.
 */
export async function sweepCatalogs(db: Queryable, name: string): Promise<number> {
  await db.query(forgetPutsSql, [name]);
  const [row] = await db.query<{ count: number }[]>(sweepSql, [name]);
  return row?.count ?? 0;
}
