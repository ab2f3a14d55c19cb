import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

/** The life of keys, and sign-ins with the console. Needs the tables of the credentials, and the tenant wall. */
export class Keys1796100210000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await runSql(queryRunner, 'access', ['api_key_life', 'console_sessions']);
    await wallTenants(queryRunner, ['console_sessions']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
