import { type EntityManager } from 'typeorm';

/** Attempts that no report shows any more, and whose last event was recorded before the period. */
const oldSql = `
with gone as (
  delete from attempt_report a using session_status s
  where a.tenant_id = $1 and s.tenant_id = a.tenant_id and s.session_id = a.session_id and s.generation = a.generation
    and a.attachment_attempt_id <> all (s.attempts)
    and substring(a.state from '"updated_at":"([^"]+)"')::timestamptz < now() - $2 * interval '1 day'
  returning a.tenant_id, a.session_id, a.generation, a.attachment_attempt_id
)
delete from tool_calls c using gone
where c.tenant_id = gone.tenant_id and c.session_id = gone.session_id and c.generation = gone.generation
  and c.attachment_attempt_id = gone.attachment_attempt_id`;

/** Removes from the read models the attempts of living sessions that are older than `days` and in no report. */
export const dropOldAttempts = async (
  manager: EntityManager,
  tenantId: string,
  days: number,
): Promise<void> => {
  await manager.query(oldSql, [tenantId, days]);
};
