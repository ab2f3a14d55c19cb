import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

/** Attempts of executors that were gone before the service heard of them. */
export class LeasesLeft1796100810000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'leases', ['attempt_leases_left']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
