import type { AttemptState } from '@mcp-witness/evidence';
import { liveGeneration } from '../definition.ts';
import type { Queryable } from '../store/load.ts';

const statesSql = `
select a.attachment_attempt_id as id, a.state from attempt_report a
where a.tenant_id = $1 and a.attachment_attempt_id = any ($2) and a.generation = ${liveGeneration}`;

/** Attempts as far as they are projected, by id; those of which nothing is are absent. */
export async function readAttemptStates(
  db: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AttemptState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; state: string }[]>(statesSql, [tenantId, ids]);
  return new Map(rows.map(({ id, state }) => [id, JSON.parse(state) as AttemptState]));
}
