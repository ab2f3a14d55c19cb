import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

const objects = [
  'projections',
  'attempt_report',
  'session_status',
  'catalogs',
  'catalog_references',
] as const;

/** The read models that projections fill, and the catalogs beside them. Needs the role `witness_app`. */
export class ReadModels1796000300000 implements MigrationInterface {
  up(queryRunner: QueryRunner): Promise<void> {
    return runSql(queryRunner, 'read-models', objects);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
