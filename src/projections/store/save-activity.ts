import type { Queryable } from './load.ts';
import type { ClientTotals, ToolCallRecord } from './records.ts';
import { columns } from './save.ts';
import type { Statement } from './together.ts';

const callsSql = `
insert into tool_calls (generation, tenant_id, session_id, position, attachment_attempt_id, server_name, tool_name, connection_id,
  started_at, duration_ms, outcome, error_code, result_bytes, round_trips, workspace, recorded_at)
select $1::integer, * from unnest($2::text[], $3::text[], $4::numeric[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
  $10::float8[], $11::text[], $12::text[], $13::float8[], $14::float8[], $15::text[], $16::timestamptz[])
on conflict do nothing`;

const addTotalsSql = `
insert into client_totals as t (generation, tenant_id, shard, client, sessions, calls, errors)
select $1::integer, * from unnest($2::text[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
on conflict (tenant_id, generation, client, shard) do update
set sessions = t.sessions + excluded.sessions, calls = t.calls + excluded.calls, errors = t.errors + excluded.errors`;

const dropEmptySql = `
delete from client_totals t using unnest($2::text[], $3::smallint[], $4::text[]) as k (tenant_id, shard, client)
where t.generation = $1 and t.tenant_id = k.tenant_id and t.shard = k.shard and t.client = k.client
  and t.sessions = 0 and t.calls = 0 and t.errors = 0`;

export function saveCalls(generation: number, calls: readonly ToolCallRecord[]): Statement[] {
  if (calls.length === 0) return [];
  const values = columns(
    calls,
    (c) => c.tenant_id,
    (c) => c.session_id,
    (c) => c.position,
    (c) => c.attachment_attempt_id,
    (c) => c.call.server_name,
    (c) => c.call.tool_name ?? null,
    (c) => c.call.connection_id ?? null,
    (c) => c.call.started_at,
    (c) => c.call.duration_ms,
    (c) => c.call.outcome,
    (c) => c.call.error_code ?? null,
    (c) => c.call.result_bytes,
    (c) => c.call.round_trips,
    (c) => c.call.workspace ?? null,
    (c) => c.recorded_at,
  );
  return [{ sql: callsSql, values: [generation, ...values] }];
}

const keysOf = (totals: readonly ClientTotals[]): string[] =>
  columns(
    totals,
    (t) => t.tenant_id,
    (t) => t.shard,
    (t) => t.client,
  );

export function addTotals(generation: number, totals: readonly ClientTotals[]): Statement[] {
  if (totals.length === 0) return [];
  const values = columns(
    totals,
    (t) => t.sessions,
    (t) => t.calls,
    (t) => t.errors,
  );
  return [{ sql: addTotalsSql, values: [generation, ...keysOf(totals), ...values] }];
}

/** A client that has nothing left has no row, as if it had never been. After the totals were added. */
export async function dropEmptyTotals(
  db: Queryable,
  generation: number,
  totals: readonly ClientTotals[],
): Promise<void> {
  if (totals.some(({ sessions }) => sessions < 0))
    await db.query(dropEmptySql, [generation, ...keysOf(totals)]);
}
