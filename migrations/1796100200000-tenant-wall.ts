import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

const tables = [
  'api_keys',
  'attempt_report',
  'attempt_tokens',
  'catalog_references',
  'catalogs',
  'es_events',
  'reader_tenants',
  'session_status',
  'tenants',
] as const;

/** Tenants, and the wall between them. Needs the tables of the log, the read models and the credentials. */
export class TenantWall1796100200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'access', ['tenants', 'reader_tenants']);
    await wallTenants(queryRunner, tables);
    await runSql(queryRunner, 'access', ['tenant_grants']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
