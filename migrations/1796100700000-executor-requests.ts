import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

/** Requests of operators on their way to executors, through any process of the service. */
export class ExecutorRequests1796100700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'requests', ['executor_requests']);
    await wallTenants(queryRunner, ['executor_requests']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
