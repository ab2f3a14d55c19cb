import { arrayLiteral, columnLiteral } from './array-literal.ts';
import type { Queryable } from './load.ts';
import { type AttemptRecord, type CatalogNeeds, clientKey, type SessionRecord } from './records.ts';
import { shardOf } from '../shard.ts';
import { searchText } from './search-text.ts';
import type { Statement } from './together.ts';

const attemptsSql = `
insert into attempt_report (generation, tenant_id, attachment_attempt_id, session_id, position, state)
select $1::integer, * from unnest($2::text[], $3::text[], $4::text[], $5::numeric[], $6::text[])
on conflict (tenant_id, attachment_attempt_id, generation) do update
set session_id = excluded.session_id, position = excluded.position, state = excluded.state`;

const sessionsSql = `
insert into session_status (generation, tenant_id, session_id, task_id, agent_id, connected, connected_changed, first_position,
  position, server_statuses, search, attempts, state, status, shard, client, calls, errors, last_activity_at, history)
select $1::integer, tenant_id, session_id, task_id, agent_id, connected, connected_changed, first_position,
  position, server_statuses::text[], search, attempts::text[], state, status, shard, client, calls, errors, last_activity_at, history
from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::numeric[], $8::numeric[], $9::numeric[],
  $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::smallint[], $16::text[], $17::integer[], $18::integer[],
  $19::timestamptz[], $20::text[])
as r (tenant_id, session_id, task_id, agent_id, connected, connected_changed, first_position, position,
  server_statuses, search, attempts, state, status, shard, client, calls, errors, last_activity_at, history)
on conflict (tenant_id, session_id, generation) do update
set task_id = excluded.task_id, agent_id = excluded.agent_id, connected = excluded.connected,
  connected_changed = excluded.connected_changed, position = excluded.position, server_statuses = excluded.server_statuses,
  search = excluded.search, attempts = excluded.attempts,
  state = excluded.state, status = excluded.status, client = excluded.client, calls = excluded.calls,
  errors = excluded.errors, last_activity_at = excluded.last_activity_at,
  history = coalesce(excluded.history, session_status.history)`;

const dropNeedsSql = `
delete from catalog_references r using unnest($2::text[], $3::text[], $4::text[]) as k (tenant_id, id, digests)
where r.generation = $1 and r.tenant_id = k.tenant_id and r.attachment_attempt_id = k.id and r.digest <> all (k.digests::text[])`;

const addNeedsSql = `
insert into catalog_references (generation, tenant_id, attachment_attempt_id, digest)
select $1::integer, * from unnest($2::text[], $3::text[], $4::text[])
on conflict do nothing`;

/** One parameter a column, in the order given: an array literal. */
export function columns<Item>(
  items: readonly Item[],
  ...read: readonly ((item: Item) => string | number | boolean | null)[]
): string[] {
  return read.map((column) => columnLiteral(items, column));
}

export function saveAttempts(generation: number, attempts: readonly AttemptRecord[]): Statement[] {
  if (attempts.length === 0) return [];
  const values = columns(
    attempts,
    (a) => a.tenant_id,
    (a) => a.attachment_attempt_id,
    (a) => a.session_id,
    (a) => a.position,
    (a) => JSON.stringify(a.state),
  );
  return [{ sql: attemptsSql, values: [generation, ...values] }];
}

export function saveSessions(generation: number, sessions: readonly SessionRecord[]): Statement[] {
  if (sessions.length === 0) return [];
  const values = columns(
    sessions,
    (s) => s.tenant_id,
    (s) => s.session_id,
    (s) => s.status?.task_id ?? null,
    (s) => s.status?.agent_id ?? null,
    (s) => s.connected,
    (s) => s.connected_changed,
    (s) => s.first_position,
    (s) => s.position,
    (s) => arrayLiteral([...new Set(s.status?.servers.map((server) => server.status) ?? [])]),
    (s) => (s.status === null ? '' : searchText(s.status)),
    (s) => arrayLiteral(s.attempts),
    (s) => JSON.stringify(s.state),
    (s) => s.status && JSON.stringify(s.status),
    (s) => shardOf(s.tenant_id, s.session_id),
    (s) => clientKey(s.status?.client),
    (s) => s.calls,
    (s) => s.errors,
    (s) => s.status?.last_activity_at ?? null,
    (s) => s.history && JSON.stringify(s.history),
  );
  return [{ sql: sessionsSql, values: [generation, ...values] }];
}

export async function saveCatalogNeeds(
  db: Queryable,
  generation: number,
  needs: readonly CatalogNeeds[],
): Promise<void> {
  if (needs.length === 0) return;
  const values = columns(
    needs,
    (n) => n.tenant_id,
    (n) => n.attachment_attempt_id,
    (n) => arrayLiteral(n.digests),
  );
  await db.query(dropNeedsSql, [generation, ...values]);
  const wanted = needs.flatMap((n) => n.digests.map((digest) => ({ ...n, digest })));
  if (wanted.length === 0) return;
  const rows = columns(
    wanted,
    (w) => w.tenant_id,
    (w) => w.attachment_attempt_id,
    (w) => w.digest,
  );
  await db.query(addNeedsSql, [generation, ...rows]);
}
