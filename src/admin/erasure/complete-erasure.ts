import { randomUUID } from 'node:crypto';
import { type EventLog } from '@mcp-witness/event-log';
import { type DataSource, type EntityManager } from 'typeorm';
import { decodeClaim } from '../../log/claim-codec.ts';
import { attemptErased, erasureOf, holdsNothing, sessionErased } from '../../log/erased.ts';
import { type SessionName } from '../../log/sealing/session-keys.ts';
import { attemptStream } from '../../log/streams.ts';
import { forgetPuts } from '../../projections/store/forget-catalogs.ts';
import { forgetSession, generationsOf, holdWriters } from '../../projections/store/forget-session.ts';

export interface CompleteErasure {
  readonly log: Pick<EventLog, 'append' | 'readStream'>;
  readonly dataSource: DataSource;
}

interface Known {
  readonly session_id: string | null;
  readonly attempts: readonly string[];
}

const pageSize = 1_000;

const destroySql = `
insert into session_keys (key_id, tenant_id, session, destroyed_at) values ($1, $2, $3, clock_timestamp())
on conflict (tenant_id, session) do update
set secret = null, wrapped_by = null, destroyed_at = coalesce(session_keys.destroyed_at, clock_timestamp())`;

const ofAttemptsSql = ['attempt_tokens', 'attempt_leases'].map(
  (table) => `delete from ${table} where tenant_id = $1 and attachment_attempt_id = any ($2)`,
);

const completeSql = `
update erasures set completed_at = coalesce(completed_at, now()) where tenant_id = $1 and session = $2`;

/** What the session's stream says of it. Once its key is gone that is nothing, and then everything else is gone too. */
const know = async (log: CompleteErasure['log'], { tenant_id, session }: SessionName): Promise<Known> => {
  const attempts: string[] = [];
  let session_id: string | null = null;
  for (let from = 0; ; from += pageSize) {
    const page = await log.readStream({ tenant_id, stream: session, from, limit: pageSize });
    for (const claim of page.filter((event) => !holdsNothing(event)).map(decodeClaim)) {
      session_id = claim.session_id;
      attempts.push(claim.data.attachment_attempt_id);
    }
    if (page.length < pageSize) return { session_id, attempts };
  }
};

const destroy = async (manager: EntityManager, name: SessionName, known: Known): Promise<void> => {
  const { tenant_id, session } = name;
  await manager.query(`set local lock_timeout = '30s'`);
  const generations = await generationsOf(manager, 'all');
  const sessions = known.session_id === null ? [] : [{ tenant_id, session_id: known.session_id }];
  await holdWriters(manager, generations, sessions);
  for (const one of sessions) await forgetSession(manager, generations, one);
  await forgetPuts(manager, name);
  for (const sql of ofAttemptsSql) await manager.query(sql, [tenant_id, known.attempts]);
  // Near the commit: others look for keys that were destroyed lately.
  await manager.query(destroySql, [randomUUID(), tenant_id, session]);
  await manager.query(completeSql, [tenant_id, session]);
};

/**
 * Carries an erasure that was begun to its end. Whatever it did before it was interrupted is done again without effect:
 * first the streams say that they are erased, and take nothing more from anybody who knows how long they were; then, in
 * one transaction, the key is destroyed and all that was made from the session's events is removed.
 */
export const completeErasure = async (
  { log, dataSource }: CompleteErasure,
  name: SessionName,
): Promise<void> => {
  const { tenant_id, session } = name;
  await log.append(erasureOf(tenant_id, session, sessionErased));
  const known = await know(log, name);
  for (const id of known.attempts) await log.append(erasureOf(tenant_id, attemptStream(id), attemptErased));
  await dataSource.transaction((manager) => destroy(manager, name, known));
};
