import type { ClientInfo } from '@mcp-witness/evidence';
import { sessionReports } from '../definition.ts';
import type { Queryable } from '../store/load.ts';
import { aliveAt, byLease } from './connected.ts';

/** A client with what all its sessions have together. */
export interface ClientActivity {
  /** As it named itself; null where none did. */
  readonly client: ClientInfo | null;
  readonly sessions: number;
  readonly connected: number;
  readonly calls: number;
  readonly errors: number;
  readonly last_activity_at: string | null;
}

interface Row {
  readonly client: string;
  readonly sessions: number;
  readonly connected: number;
  readonly calls: number;
  readonly errors: number;
  readonly last_activity_at: string | null;
}

/** Most clients that one answer names; those with the latest activity. */
const mostClients = 500;

export const clientsSql = `
with live as (select p.generation from projections p where p.name = $1 and p.state = 'live'),
totals as (
  select t.client, sum(t.sessions)::float8 as sessions, sum(t.calls)::float8 as calls, sum(t.errors)::float8 as errors
  from client_totals t where t.tenant_id = $2 and t.generation = (select generation from live)
  group by t.client having sum(t.sessions) > 0
),
connected as (
  select s.client, count(*)::float8 as sessions from session_status s
  join attempt_report a on ${byLease.attempt}
  join attempt_leases l on ${byLease.lease}
  where s.tenant_id = $2 and s.generation = (select generation from live) and s.status is not null and s.connected
    and ${aliveAt('now()')}
  group by s.client
)
select t.client, t.sessions, coalesce(c.sessions, 0) as connected, t.calls, t.errors,
  to_char(a.last_activity_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_activity_at
from totals t
left join connected c on c.client = t.client
left join lateral (
  select s.last_activity_at from session_status s
  where s.tenant_id = $2 and s.generation = (select generation from live) and s.client = t.client and s.status is not null
    and s.last_activity_at is not null
  order by s.last_activity_at desc limit 1
) a on true
order by a.last_activity_at desc nulls last, t.client limit ${mostClients}`;

/** Totals by client over every session of the tenant, latest activity first. */
export async function readClients(db: Queryable, tenantId: string): Promise<ClientActivity[]> {
  const rows = await db.query<Row[]>(clientsSql, [sessionReports.name, tenantId]);
  return rows.map((row) => ({
    ...row,
    client: row.client === '' ? null : (JSON.parse(row.client) as ClientInfo),
  }));
}
