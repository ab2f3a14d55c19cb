import type { Position } from '@mcp-witness/event-log';
import type { AttemptState, SessionState, SessionStatus } from '@mcp-witness/evidence';
import { sessionReports } from '../definition.ts';
import type { SessionView } from '../fold/session-view.ts';
import { positionOf, type Queryable } from '../store/load.ts';

/** A session's rows in one snapshot, and how far the read models were then. */
export interface SessionReading {
  readonly view: SessionView;
  /** Everything up to here is in the rows. */
  readonly reached: Position;
  readonly generation: number;
}

interface Row {
  readonly generation: number;
  readonly reached: string;
  readonly session_id: string;
  readonly position: string;
  readonly first_position: string;
  readonly connected: boolean;
  readonly connected_changed: string;
  readonly attempts: string[];
  readonly state: string;
  readonly status: string;
  readonly calls: number;
  readonly errors: number;
  readonly attachment_attempt_id: string | null;
  readonly attempt_position: string;
  readonly attempt_state: string;
}

/** One statement, so that session, attempts and checkpoint are of one snapshot. */
export const readSessionsSql = `
select p.generation, h.position as reached, s.session_id, s.position, s.first_position, s.connected, s.connected_changed, s.attempts, s.state,
  s.status, s.calls, s.errors, a.attachment_attempt_id, a.position as attempt_position, a.state as attempt_state
from projections p
join session_status s on s.generation = p.generation and s.tenant_id = $2 and s.session_id = any ($3) and s.status is not null
join projection_shards h on h.name = p.name and h.generation = p.generation and h.shard = s.shard
left join attempt_report a on a.tenant_id = s.tenant_id and a.generation = s.generation and a.attachment_attempt_id = any (s.attempts)
where p.name = $1 and p.state = 'live'`;

/** The sessions of a tenant that are known, by id; those of which nothing is projected yet are absent. */
export async function readSessions(
  db: Queryable,
  tenantId: string,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SessionReading>> {
  const rows = await db.query<Row[]>(readSessionsSql, [sessionReports.name, tenantId, sessionIds]);
  const bySession = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const known = bySession.get(row.session_id);
    if (known === undefined) bySession.set(row.session_id, [row]);
    else known.push(row);
  }
  return new Map([...bySession].map(([id, own]) => [id, toReading(own, tenantId)]));
}

/** Null: the tenant has no such session, or nothing of it is projected yet. */
export async function readSession(
  db: Queryable,
  tenantId: string,
  sessionId: string,
): Promise<SessionReading | null> {
  return (await readSessions(db, tenantId, [sessionId])).get(sessionId) ?? null;
}

const toReading = (rows: readonly [Row, ...Row[]], tenantId: string): SessionReading => ({
  generation: rows[0].generation,
  reached: positionOf(rows[0].reached),
  view: toView(rows, tenantId),
});

function toView(rows: readonly [Row, ...Row[]], tenant_id: string): SessionView {
  const [first] = rows;
  const { session_id } = first;
  const attempts = rows.flatMap((row) =>
    row.attachment_attempt_id === null
      ? []
      : [
          {
            tenant_id,
            session_id,
            attachment_attempt_id: row.attachment_attempt_id,
            position: positionOf(row.attempt_position),
            state: JSON.parse(row.attempt_state) as AttemptState,
          },
        ],
  );
  const place = (id: string): number => first.attempts.indexOf(id);
  attempts.sort((a, b) => place(a.attachment_attempt_id) - place(b.attachment_attempt_id));
  const session = {
    tenant_id,
    session_id,
    first_position: positionOf(first.first_position),
    position: positionOf(first.position),
    connected: first.connected,
    connected_changed: positionOf(first.connected_changed),
    attempts: first.attempts,
    state: JSON.parse(first.state) as SessionState,
    status: JSON.parse(first.status) as SessionStatus,
    history: null,
    calls: first.calls,
    errors: first.errors,
  };
  return { session, attempts };
}
