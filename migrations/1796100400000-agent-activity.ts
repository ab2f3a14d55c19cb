import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

const objects = [
  'projection_shards',
  'service_processes',
  'tool_calls',
  'client_totals',
  'session_activity',
] as const;

/** Read models by shard, and agents with their calls. The rows of before are built anew at the next start. */
export class AgentActivity1796100400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'read-models', objects);
    await wallTenants(queryRunner, ['client_totals', 'tool_calls']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
