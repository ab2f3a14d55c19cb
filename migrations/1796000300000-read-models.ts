import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const objects = [
  'projections',
  'attempt_report',
  'session_status',
  'catalogs',
  'catalog_references',
] as const;

/** The read models that projections fill, and the catalogs beside them. Needs the role `witness_app`. */
export class ReadModels1796000300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const object of objects) {
      const file = new URL(`sql/read-models/${object}.sql`, import.meta.url);
      await queryRunner.query(await readFile(file, 'utf8'));
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward. Restore a backup that was taken before this one.');
  }
}
