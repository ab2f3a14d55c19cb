import { sessionStream } from '../../log/streams.ts';
import { shardOf } from '../shard.ts';
import { type Digest, dropCatalogs } from './forget-catalogs.ts';
import { type Queryable } from './load.ts';
import { type Statement } from './together.ts';

/** Names the lock that keeps rows from being written while they are taken away for good. */
const lock = `hashtextextended('witness forgotten sessions', 0)`;

const erasedSql = `
select k.place::integer from unnest($1::text[], $2::text[]) with ordinality as k (tenant_id, session, place)
join session_keys s on s.tenant_id = k.tenant_id and s.session = k.session and s.destroyed_at is not null`;

const catalogsSql = `
with gone as (
  delete from catalog_references r using attempt_report a
  where a.tenant_id = $1 and a.session_id = $2 and a.generation = any ($3::integer[])
    and r.tenant_id = a.tenant_id and r.generation = a.generation and r.attachment_attempt_id = a.attachment_attempt_id
  returning r.digest
)
select distinct digest from gone`;

const rowsSql = ['attempt_report', 'tool_calls'].map(
  (table) =>
    `delete from ${table} where tenant_id = $1 and session_id = $2 and generation = any ($3::integer[])`,
);

/** A client that has nothing left has no row, as if it had never been. */
const statusSql = `
with gone as (
  delete from session_status where tenant_id = $1 and session_id = $2 and generation = any ($3::integer[])
  returning generation, shard, client, calls, errors, status
)
update client_totals t set sessions = t.sessions - 1, calls = t.calls - gone.calls, errors = t.errors - gone.errors
from gone where gone.status is not null
  and t.tenant_id = $1 and t.generation = gone.generation and t.shard = gone.shard and t.client = gone.client`;

const dropTotalsSql = `
delete from client_totals where tenant_id = $1 and sessions = 0 and calls = 0 and errors = 0`;

const shutOutSql = `
update projection_shards s set epoch = s.epoch + 1, updated_at = now() from projections p
where p.name = s.name and p.generation = s.generation and p.generation = any ($1::integer[]) and s.shard = any ($2::smallint[])`;

const generationsSql = `select generation from projections where $1 or state = 'live'`;

export interface SessionKey {
  readonly tenant_id: string;
  readonly session_id: string;
}

/** The generations that rows are taken from: those that readers see, or all. */
export const generationsOf = async (db: Queryable, which: 'live' | 'all'): Promise<readonly number[]> =>
  (await db.query<{ generation: number }[]>(generationsSql, [which === 'all'])).map(
    ({ generation }) => generation,
  );

/**
 * Keeps every writer of read models out until the transaction ends, and makes those that write these sessions begin anew
 * from their checkpoint: what they hold in memory of rows that go must not come back. First in the transaction, and in
 * the order of a commit: shards, then the lock.
 */
export const holdWriters = async (
  db: Queryable,
  generations: readonly number[],
  sessions: readonly SessionKey[],
): Promise<void> => {
  const shards = new Set(sessions.map(({ tenant_id, session_id }) => shardOf(tenant_id, session_id)));
  await db.query(shutOutSql, [generations, [...shards]]);
  await db.query(`select pg_advisory_xact_lock(${lock})`);
};

/** Lets no session be forgotten until the transaction ends; before rows are written. */
export const holdForgetting = async (db: Queryable): Promise<void> => {
  await db.query(`select pg_advisory_xact_lock_shared(${lock})`);
};

/** Removes all that these generations hold of a session, and the catalogs that nothing else needs. */
export const forgetSession = async (
  db: Queryable,
  generations: readonly number[],
  { tenant_id, session_id }: SessionKey,
): Promise<void> => {
  const values = [tenant_id, session_id, generations];
  const digests = await db.query<Digest[]>(catalogsSql, values);
  for (const sql of [...rowsSql, statusSql]) await db.query(sql, values);
  await db.query(dropTotalsSql, [tenant_id]);
  await dropCatalogs(db, tenant_id, digests);
};

/** Which of these sessions were erased, by their place from 1. After {@link holdForgetting}, so that who erases now waits. */
export const readErased = (sessions: readonly SessionKey[]): Statement => ({
  sql: erasedSql,
  values: [
    sessions.map(({ tenant_id }) => tenant_id),
    sessions.map(({ session_id }) => sessionStream(session_id)),
  ],
});

/** A session that {@link readErased} tells of. */
export interface ErasedPlace {
  readonly place: number;
}

/** Forgets those of these sessions that were erased: what a page said of them was read before, and must not come back. */
export const forgetErased = async (
  db: Queryable,
  generation: number,
  sessions: readonly SessionKey[],
  erased: readonly ErasedPlace[],
): Promise<void> => {
  for (const { place } of erased) {
    const session = sessions[place - 1];
    if (session !== undefined) await forgetSession(db, [generation], session);
  }
};
