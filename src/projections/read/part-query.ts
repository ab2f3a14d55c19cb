import type { ServerStatus } from '@mcp-witness/evidence';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { liveGeneration } from '../definition.ts';
import { SessionStatusRow } from '../entities/index.ts';
import { aliveAt, byLease, foundByLease, leased } from './connected.ts';
import type { ListCursor } from './list-cursor.ts';
import { placeOf } from './place.ts';

export interface ListSessions {
  readonly tenant_id: string;
  readonly task_id?: string | undefined;
  readonly agent_id?: string | undefined;
  /** A server of the session is in this status. */
  readonly status?: ServerStatus | undefined;
  /** Looked for in ids, directory, client and server names, whatever the case, of as many sessions as a search looks at. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: ListCursor | undefined;
}

export type SessionQuery = SelectQueryBuilder<SessionStatusRow>;

/** The execution had not ended then. */
const wasRunning = `(
  (s.connected and s.connected_changed <= :asOf) or (not s.connected and s.connected_changed > :asOf)
)`;
const walkBegan = 'to_timestamp(:at::bigint / 1e6)';

/** The tenant's sessions, or those of the task that is asked for, that were there when the walk began, newest first. */
export function newestFirst(
  manager: EntityManager,
  { tenant_id, task_id }: ListSessions,
  { as_of }: ListCursor,
): SessionQuery {
  const query = manager
    .createQueryBuilder(SessionStatusRow, 's')
    .select('s.first_position', 'first_position')
    .where('s.tenant_id = :tenant', { tenant: tenant_id })
    .andWhere(`s.generation = ${liveGeneration}`)
    .andWhere('s.status is not null')
    .andWhere('s.first_place <= :asOfPlace', { asOfPlace: placeOf(as_of) })
    .orderBy('s.first_place', 'DESC');
  if (task_id !== undefined) query.andWhere('s.task_id = :taskId', { taskId: task_id });
  return query;
}

/** The statement for one part of the walk, whatever is searched for. */
export function partQuery(
  manager: EntityManager,
  list: ListSessions,
  cursor: ListCursor,
  limit: number,
): SessionQuery {
  const query = newestFirst(manager, list, cursor)
    .addSelect('s.status', 'status')
    .addSelect(leased('now()'), 'leased')
    .setParameters({ at: cursor.at, asOf: cursor.as_of })
    .limit(limit);
  if (cursor.connected)
    query
      .innerJoin('attempt_report', 'a', byLease.attempt)
      .innerJoin('attempt_leases', 'l', byLease.lease)
      .andWhere(wasRunning)
      .andWhere(aliveAt(walkBegan));
  else query.andWhere(`not (${wasRunning} and ${foundByLease(walkBegan)})`);
  if (cursor.below !== null) query.andWhere('s.first_place < :below', { below: placeOf(cursor.below) });
  if (list.agent_id !== undefined) query.andWhere('s.agent_id = :agentId', { agentId: list.agent_id });
  if (list.status !== undefined) query.andWhere(':status = any (s.server_statuses)', { status: list.status });
  return query;
}
