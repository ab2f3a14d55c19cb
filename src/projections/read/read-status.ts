import type { SessionStatus } from '@mcp-witness/evidence';
import type { EntityManager } from 'typeorm';
import { liveGeneration } from '../definition.ts';
import { SessionStatusRow } from '../entities/index.ts';
import { leased, shownStatus } from './connected.ts';

/** What lists show of one session. Null: the tenant has no such session. */
export async function readStatus(
  manager: EntityManager,
  tenantId: string,
  sessionId: string,
): Promise<SessionStatus | null> {
  const row = await manager
    .createQueryBuilder(SessionStatusRow, 's')
    .select('s.status', 'status')
    .addSelect(leased('now()'), 'leased')
    .where('s.tenant_id = :tenantId and s.session_id = :sessionId', { tenantId, sessionId })
    .andWhere(`s.generation = ${liveGeneration}`)
    .andWhere('s.status is not null')
    .getRawOne<{ status: string; leased: boolean }>();
  return row ? shownStatus(row) : null;
}
