import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

/** The views of `witness_v1`. Needs the read models with agent activity, and the tenants of readers. */
export class Views1796100500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'read-models', ['session_history']);
    await runSql(queryRunner, 'views', ['schema', 'session_status', 'attempt_report', 'agent_activity']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
