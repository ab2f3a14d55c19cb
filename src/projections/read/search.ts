import type { Position } from '@mcp-witness/event-log';
import type { EntityManager } from 'typeorm';
import { positionOf } from '../store/load.ts';
import type { ListCursor } from './list-cursor.ts';
import { type ListSessions, newestFirst, type SessionQuery } from './part-query.ts';
import { placeOf } from './place.ts';

/**
 * How many sessions a search looks at, the newest. No index finds a part of a word in PostgreSQL without an extension
 * that not every server has, and a search that reads whatever there is would grow with the years.
 */
const mostSearched = 10_000;

/** Where the oldest session begins that a search looks at; null: it looks at all. The same during a whole walk. */
export async function reachOf(
  manager: EntityManager,
  list: ListSessions,
  cursor: ListCursor,
): Promise<Position | null> {
  const row = await newestFirst(manager, list, cursor)
    .offset(mostSearched - 1)
    .limit(1)
    .getRawOne<{ first_position: string }>();
  return row === undefined ? null : positionOf(row.first_position);
}

/** Those within reach whose text holds `q`, whatever the case. */
export function inReach(part: SessionQuery, q: string, reach: Position | null): SessionQuery {
  const found = part.andWhere('strpos(s.search, :q) > 0', { q: q.toLowerCase() });
  return reach === null ? found : found.andWhere('s.first_place >= :reach', { reach: placeOf(reach) });
}

/** The one beyond reach whose id is `q`. */
export const inDepth = (part: SessionQuery, q: string, reach: Position): SessionQuery =>
  part.andWhere('s.session_id = :q and s.first_place < :reach', { q, reach: placeOf(reach) });
