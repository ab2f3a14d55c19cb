import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

/** The views say `connected` as the service does: while a lease is alive. */
export class ViewsByLease1796100610000 implements MigrationInterface {
  up(queryRunner: QueryRunner): Promise<void> {
    return runSql(queryRunner, 'views', ['session_status_by_lease', 'agent_activity_by_lease']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
