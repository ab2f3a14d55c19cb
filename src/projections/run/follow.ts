import { Position } from '@mcp-witness/event-log';
import { positionOf, type Queryable } from '../store/load.ts';
import { readLive } from '../store/generations.ts';

/** A session whose rows another process wrote. */
export interface Moved {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly position: Position;
}

export const movedSql = `
select tenant_id, session_id, position from session_status
where generation = $1 and position > $2 and status is not null order by position limit $3`;

interface Row {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly position: string;
}

/** How far a process that does not project knows the rows; null before the first look. */
export interface Followed {
  readonly position: Position;
}

export interface Look {
  readonly moved: readonly Moved[];
  /** Everything up to here is in the rows. */
  readonly followed: Followed;
  /** There may be more right now. */
  readonly more: boolean;
}

const pageSize = 500;

/** What moved since `followed`, oldest first. The first look tells nothing but where the rows stand. */
export async function lookForMoves(db: Queryable, name: string, followed: Followed | null): Promise<Look> {
  const live = await readLive(db, name);
  if (live === null) return { moved: [], followed: followed ?? { position: Position.start }, more: false };
  if (followed === null) return { moved: [], followed: { position: live.position }, more: false };
  const rows = await db.query<Row[]>(movedSql, [live.generation, followed.position, pageSize]);
  const moved = rows.map((row) => ({ ...row, position: positionOf(row.position) }));
  const more = moved.length === pageSize;
  const reached = more ? (moved.at(-1)?.position ?? live.position) : live.position;
  return {
    moved,
    followed: { position: Position.compare(reached, followed.position) > 0 ? reached : followed.position },
    more,
  };
}
