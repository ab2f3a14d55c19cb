import { Position } from '@mcp-witness/event-log';
import type { ServerStatus, SessionStatus } from '@mcp-witness/evidence';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { liveGeneration, sessionReports } from '../definition.ts';
import { SessionStatusRow } from '../entities/index.ts';
import { furthestOf } from '../store/checkpoint.ts';
import { readLive } from '../store/generations.ts';
import { positionOf } from '../store/load.ts';
import { leased, shownStatus } from './connected.ts';
import type { ListCursor } from './list-cursor.ts';

export interface ListSessions {
  readonly tenant_id: string;
  readonly task_id?: string | undefined;
  readonly agent_id?: string | undefined;
  /** A server of the session is in this status. */
  readonly status?: ServerStatus | undefined;
  /** Looked for in ids, directory, client and server names, whatever the case. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: ListCursor | undefined;
}

export interface SessionPage {
  readonly sessions: readonly SessionStatus[];
  readonly next: ListCursor | null;
}

interface Row {
  readonly status: string;
  readonly first_position: string;
  readonly leased: boolean;
}

/** The execution had not ended then, and the lease of the executor was alive. */
const wasConnected = `(
  (s.connected and s.connected_changed <= :asOf) or (not s.connected and s.connected_changed > :asOf)
) and ${leased('to_timestamp(:at::bigint / 1e6)')}`;

function filter(query: SelectQueryBuilder<SessionStatusRow>, list: ListSessions): void {
  if (list.task_id !== undefined) query.andWhere('s.task_id = :taskId', { taskId: list.task_id });
  if (list.agent_id !== undefined) query.andWhere('s.agent_id = :agentId', { agentId: list.agent_id });
  if (list.status !== undefined) query.andWhere(':status = any (s.server_statuses)', { status: list.status });
  if (list.q !== undefined)
    query.andWhere('strpos(s.search, :q) > 0', { q: list.q.toLowerCase().replaceAll('\0', '') });
}

/** The statement for one part of the walk. */
export function partQuery(
  manager: EntityManager,
  list: ListSessions,
  cursor: ListCursor,
  limit: number,
): SelectQueryBuilder<SessionStatusRow> {
  const query = manager
    .createQueryBuilder(SessionStatusRow, 's')
    .select('s.status', 'status')
    .addSelect('s.first_position', 'first_position')
    .addSelect(leased('now()'), 'leased')
    .setParameter('at', cursor.at)
    .where('s.tenant_id = :tenant', { tenant: list.tenant_id })
    .andWhere(`s.generation = ${liveGeneration}`)
    .andWhere('s.status is not null')
    .andWhere('s.first_position <= :asOf', { asOf: cursor.as_of })
    .andWhere(cursor.connected ? wasConnected : `not (${wasConnected})`)
    .orderBy('s.first_position', 'DESC')
    .limit(limit);
  if (cursor.below !== null) query.andWhere('s.first_position < :below', { below: cursor.below });
  filter(query, list);
  return query;
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
  const sessions: SessionStatus[] = [];
  for (;;) {
    const room = list.limit - sessions.length;
    const rows = await partQuery(manager, list, cursor, room + 1).getRawMany<Row>();
    const given = rows.slice(0, room);
    sessions.push(...given.map(shownStatus));
    const last = given.at(-1);
    const below = last === undefined ? cursor.below : positionOf(last.first_position);
    if (rows.length > room) return { sessions, next: { ...cursor, below } };
    if (!cursor.connected) return { sessions, next: null };
    cursor = { ...cursor, connected: false, below: null };
  }
}
