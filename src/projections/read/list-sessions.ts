import { Position } from '@mcp-witness/event-log';
import type { SessionStatus } from '@mcp-witness/evidence';
import type { EntityManager } from 'typeorm';
import { sessionReports } from '../definition.ts';
import { furthestOf } from '../store/checkpoint.ts';
import { readLive } from '../store/generations.ts';
import { positionOf } from '../store/load.ts';
import { shownStatus } from './connected.ts';
import type { ListCursor } from './list-cursor.ts';
import { type ListSessions, partQuery } from './part-query.ts';
import { inDepth, inReach, reachOf } from './search.ts';

export interface SessionPage {
  readonly sessions: readonly SessionStatus[];
  readonly next: ListCursor | null;
}

interface Row {
  readonly status: string;
  readonly first_position: string;
  readonly leased: boolean;
}

type ReadPart = (cursor: ListCursor, limit: number) => Promise<Row[]>;

/** Reads parts of the walk; those of a search are its newest sessions, and then the one that `q` is the id of. */
async function partsOf(manager: EntityManager, list: ListSessions, start: ListCursor): Promise<ReadPart> {
  const part = (cursor: ListCursor, limit: number): ReturnType<typeof partQuery> =>
    partQuery(manager, list, cursor, limit);
  const { q } = list;
  if (q === undefined) return (cursor, limit) => part(cursor, limit).getRawMany<Row>();
  const reach = await reachOf(manager, list, start);
  return async (cursor, limit) => {
    const rows = await inReach(part(cursor, limit), q, reach).getRawMany<Row>();
    if (reach === null || rows.length === limit) return rows;
    return [...rows, ...(await inDepth(part(cursor, limit), q, reach).getRawMany<Row>())];
  };
}

async function startCursor(manager: EntityManager): Promise<ListCursor> {
  const live = await readLive(manager, sessionReports.name);
  const [clock] = await manager.query<{ at: string }[]>(
    'select (extract(epoch from clock_timestamp()) * 1e6)::bigint as at',
  );
  const asOf = live === null ? Position.start : furthestOf(live);
  return { connected: true, as_of: asOf, at: clock?.at ?? '0', below: null };
}

/**
 * One page of a tenant's sessions: those connected when the walk began before the others, newest first by their
 * first event. A walk gives every session that was there when it began once, also when sessions connect or end
 * meanwhile; one that does both and back again during a walk may be given twice or left out.
 */
export async function listSessions(manager: EntityManager, list: ListSessions): Promise<SessionPage> {
  let cursor = list.cursor ?? (await startCursor(manager));
  const readPart = await partsOf(manager, list, cursor);
  const sessions: SessionStatus[] = [];
  for (;;) {
    const room = list.limit - sessions.length;
    const rows = await readPart(cursor, room + 1);
    const given = rows.slice(0, room);
    sessions.push(...given.map(shownStatus));
    const last = given.at(-1);
    const below = last === undefined ? cursor.below : positionOf(last.first_position);
    if (rows.length > room) return { sessions, next: { ...cursor, below } };
    if (!cursor.connected) return { sessions, next: null };
    cursor = { ...cursor, connected: false, below: null };
  }
}
