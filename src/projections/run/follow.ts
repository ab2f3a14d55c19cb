import { Position } from '@mcp-witness/event-log';
import { positionOf, type Queryable } from '../store/load.ts';
import { readLive } from '../store/generations.ts';
import type { ShardCheckpoint } from '../store/projection-store.ts';

/** A session whose rows were written. */
export interface Moved {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly position: Position;
}

type Place = Pick<ShardCheckpoint, 'shard' | 'position'>;

/** Of each shard its own oldest ones first, up to the place at which its rows stood before. */
export const movedSql = `
select k.shard, s.tenant_id, s.session_id, s.position
from unnest($2::smallint[], $3::numeric[]) as k (shard, after)
cross join lateral (
  select tenant_id, session_id, position from session_status
  where generation = $1 and shard = k.shard and position > k.after and status is not null
  order by position limit $4
) s
order by s.position`;

interface Row {
  readonly shard: number;
  readonly tenant_id: string;
  readonly session_id: string;
  readonly position: string;
}

export interface Look {
  readonly moved: readonly Moved[];
  /** How far all this is known now, of the shards that moved. */
  readonly shards: readonly Place[];
  /** There may be more right now. */
  readonly more: boolean;
}

const pageSize = 500;
const nothing: Look = { moved: [], shards: [], more: false };

/**
 * What moved in shards since the place that `known` has of each, oldest first. Null is not known: the look tells only
 * where such a shard stands. Undefined shards are none of the asker's.
 */
export async function lookForMoves(
  db: Queryable,
  name: string,
  known: (shard: number) => Position | null | undefined,
): Promise<Look> {
  const live = await readLive(db, name);
  if (live === null) return nothing;
  const ahead: { readonly shard: number; readonly after: Position; readonly position: Position }[] = [];
  const shards: Place[] = [];
  for (const { shard, position } of live.shards) {
    const after = known(shard);
    if (after === undefined) continue;
    if (after === null) shards.push({ shard, position });
    else if (Position.compare(position, after) > 0) ahead.push({ shard, after, position });
  }
  if (ahead.length === 0) return { ...nothing, shards };
  const rows = await db.query<Row[]>(movedSql, [
    live.generation,
    ahead.map(({ shard }) => shard),
    ahead.map(({ after }) => after),
    pageSize,
  ]);
  const moved = rows.map((row) => ({ ...row, position: positionOf(row.position) }));
  const full = new Map<number, Position>();
  for (const { shard } of ahead) {
    const own = moved.filter((row) => row.shard === shard);
    const last = own.at(-1);
    if (own.length === pageSize && last !== undefined) full.set(shard, last.position);
  }
  return {
    moved,
    shards: [
      ...shards,
      ...ahead.map(({ shard, position }) => ({ shard, position: full.get(shard) ?? position })),
    ],
    more: full.size > 0,
  };
}
