import { sessionStream } from '../../log/streams.ts';
import { type Queryable } from './load.ts';

/** Names the lock that keeps rows from being written while they are taken away for good. */
const lock = `hashtextextended('witness forgotten sessions', 0)`;

const erasedSql = `
select k.place::integer from unnest($1::text[], $2::text[]) with ordinality as k (tenant_id, session, place)
join session_keys s on s.tenant_id = k.tenant_id and s.session = k.session and s.destroyed_at is not null`;

const catalogsSql = `
with gone as (
  delete from catalog_references r using attempt_report a
  where a.tenant_id = $1 and a.session_id = $2
    and r.tenant_id = a.tenant_id and r.generation = a.generation and r.attachment_attempt_id = a.attachment_attempt_id
  returning r.digest
)
select distinct digest from gone`;

const dropCatalogsSql = `
delete from catalogs c where c.tenant_id = $1 and c.digest = any ($2)
  and not exists (select from catalog_references r where r.tenant_id = c.tenant_id and r.digest = c.digest)`;

const rowsSql = [
  'delete from attempt_report where tenant_id = $1 and session_id = $2',
  'delete from tool_calls where tenant_id = $1 and session_id = $2',
];

/** A client that has nothing left has no row, as if it had never been. */
const statusSql = `
with gone as (
  delete from session_status where tenant_id = $1 and session_id = $2 returning generation, shard, client, calls, errors, status
)
update client_totals t set sessions = t.sessions - 1, calls = t.calls - gone.calls, errors = t.errors - gone.errors
from gone where gone.status is not null
  and t.tenant_id = $1 and t.generation = gone.generation and t.shard = gone.shard and t.client = gone.client`;

const dropTotalsSql = `
delete from client_totals where tenant_id = $1 and sessions = 0 and calls = 0 and errors = 0`;

interface SessionKey {
  readonly tenant_id: string;
  readonly session_id: string;
}

/** Keeps every writer of read models out until the transaction ends. */
export const holdWriters = async (db: Queryable): Promise<void> => {
  await db.query(`select pg_advisory_xact_lock(${lock})`);
};

/** Lets no session be forgotten until the transaction ends; before rows are written. */
export const holdForgetting = async (db: Queryable): Promise<void> => {
  await db.query(`select pg_advisory_xact_lock_shared(${lock})`);
};

/** Removes all that the read models hold of a session, in every generation, and the catalogs that nothing else needs. */
export const forgetSession = async (db: Queryable, { tenant_id, session_id }: SessionKey): Promise<void> => {
  const digests = await db.query<{ digest: string }[]>(catalogsSql, [tenant_id, session_id]);
  for (const sql of [...rowsSql, statusSql]) await db.query(sql, [tenant_id, session_id]);
  await db.query(dropTotalsSql, [tenant_id]);
  if (digests.length > 0) await db.query(dropCatalogsSql, [tenant_id, digests.map(({ digest }) => digest)]);
};

/**
 * Forgets those of these sessions that were erased: what a page said of them was read before, and must not come back.
 * After {@link holdForgetting}, so that who erases now waits, and finds these rows.
 */
export const forgetErased = async (db: Queryable, sessions: readonly SessionKey[]): Promise<void> => {
  if (sessions.length === 0) return;
  const rows = await db.query<{ place: number }[]>(erasedSql, [
    sessions.map(({ tenant_id }) => tenant_id),
    sessions.map(({ session_id }) => sessionStream(session_id)),
  ]);
  for (const { place } of rows) {
    const session = sessions[place - 1];
    if (session !== undefined) await forgetSession(db, session);
  }
};
