import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

/** Leases of attempts, by which executors that have gone are told from those that are silent. */
export class Leases1796100410000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'leases', ['attempt_leases']);
    await wallTenants(queryRunner, ['attempt_leases']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
