import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

const objects = [
  'session_keys',
  'erasures',
  'audit_keys',
  'audit_blocks',
  'access_log',
  'tenant_retention',
  'erasing',
] as const;

const walled = ['session_keys', 'erasures', 'access_log', 'tenant_retention'] as const;

/** Keys of sessions and their erasure, signed blocks over the log, and who did what. Needs the tenant wall. */
export class Audit1796100300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'audit', objects);
    await wallTenants(queryRunner, walled);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
