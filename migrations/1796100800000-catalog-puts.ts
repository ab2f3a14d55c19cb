import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

/** Who put a catalog, so that the erasure of one session leaves what another has just put. */
export class CatalogPuts1796100800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'read-models', ['catalog_puts']);
    await wallTenants(queryRunner, ['catalog_puts']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
