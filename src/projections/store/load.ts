import { Position } from '@mcp-witness/event-log';
import type { AttemptState, SessionState, SessionStatus } from '@mcp-witness/evidence';
import type { RecordKey } from './projection-store.ts';
import type { AttemptRecord, SessionRecord } from './records.ts';

/** Runs one statement: a data source, or the manager of a transaction. */
export interface Queryable {
  query<Result>(sql: string, parameters?: unknown[]): Promise<Result>;
}

interface AttemptRow {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
  readonly session_id: string;
  readonly position: string;
  readonly state: string;
}

interface SessionRow {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly first_position: string;
  readonly position: string;
  readonly connected: boolean;
  readonly connected_changed: string;
  readonly attempts: string[];
  readonly state: string;
  readonly status: string | null;
  readonly calls: number;
  readonly errors: number;
}

export const attemptsSql = `
select r.tenant_id, r.attachment_attempt_id, r.session_id, r.position, r.state
from unnest($2::text[], $3::text[]) as k (tenant_id, id)
join attempt_report r on r.tenant_id = k.tenant_id and r.attachment_attempt_id = k.id and r.generation = $1`;

export const sessionsSql = `
select s.tenant_id, s.session_id, s.first_position, s.position, s.connected, s.connected_changed, s.attempts, s.state, s.status,
  s.calls, s.errors
from unnest($2::text[], $3::text[]) as k (tenant_id, id)
join session_status s on s.tenant_id = k.tenant_id and s.session_id = k.id and s.generation = $1`;

/** A position as a column holds it. */
export function positionOf(text: string): Position {
  const position = Position.parse(text);
  if (position === null)
    throw new Error('A read model holds a position that is none. Rebuild the projection.');
  return position;
}

const parameters = (generation: number, keys: readonly RecordKey[]): unknown[] => [
  generation,
  keys.map((key) => key.tenant_id),
  keys.map((key) => key.id),
];

export async function loadAttempts(
  db: Queryable,
  generation: number,
  keys: readonly RecordKey[],
): Promise<AttemptRecord[]> {
  const rows = await db.query<AttemptRow[]>(attemptsSql, parameters(generation, keys));
  return rows.map((row) => ({
    ...row,
    position: positionOf(row.position),
    state: JSON.parse(row.state) as AttemptState,
  }));
}

export async function loadSessions(
  db: Queryable,
  generation: number,
  keys: readonly RecordKey[],
): Promise<SessionRecord[]> {
  const rows = await db.query<SessionRow[]>(sessionsSql, parameters(generation, keys));
  return rows.map((row) => ({
    ...row,
    first_position: positionOf(row.first_position),
    position: positionOf(row.position),
    connected_changed: positionOf(row.connected_changed),
    state: JSON.parse(row.state) as SessionState,
    status: row.status === null ? null : (JSON.parse(row.status) as SessionStatus),
    history: null,
  }));
}
