import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

/** Lets the service see which migrations have run, so that it can start where another role has migrated. */
export class Ledger1796000900000 implements MigrationInterface {
  up(queryRunner: QueryRunner): Promise<void> {
    return runSql(queryRunner, 'ledger', ['migrations']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
