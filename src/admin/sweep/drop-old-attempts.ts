import { type EntityManager } from 'typeorm';
import { generationsOf, holdWriters } from '../../projections/store/forget-session.ts';

/** Attempts that no report shows any more, and whose last event was recorded before the period. */
const isOld = `
a.tenant_id = $1 and s.tenant_id = a.tenant_id and s.session_id = a.session_id and s.generation = a.generation
  and a.attachment_attempt_id <> all (s.attempts) and a.generation = any ($3::integer[])
  and substring(a.state from '"updated_at":"([^"]+)"')::timestamptz < now() - $2 * interval '1 day'`;

const sessionsSql = `
select distinct a.session_id from attempt_report a, session_status s where ${isOld} order by a.session_id limit 1000`;

const dropSql = `
with gone as (
  delete from attempt_report a using session_status s where ${isOld} and a.session_id = any ($4)
  returning a.tenant_id, a.session_id, a.generation, a.attachment_attempt_id
)
delete from tool_calls c using gone
where c.tenant_id = gone.tenant_id and c.session_id = gone.session_id and c.generation = gone.generation
  and c.attachment_attempt_id = gone.attachment_attempt_id`;

/**
 * Removes from the read models that are seen the attempts of living sessions that are older than `days` and in no
 * report, and says of how many sessions; 1,000 at most.
 */
export const dropOldAttempts = async (
  manager: EntityManager,
  tenantId: string,
  days: number,
): Promise<number> => {
  const generations = await generationsOf(manager, 'live');
  const values = [tenantId, days, generations];
  const sessions = (await manager.query<{ session_id: string }[]>(sessionsSql, values)).map(
    ({ session_id }) => session_id,
  );
  if (sessions.length === 0) return 0;
  await holdWriters(
    manager,
    generations,
    sessions.map((session_id) => ({ tenant_id: tenantId, session_id })),
  );
  await manager.query(dropSql, [...values, sessions]);
  return sessions.length;
};
