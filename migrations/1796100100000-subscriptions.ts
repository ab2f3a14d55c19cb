import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';
import { wallTenants } from './tenant-wall.ts';

/** Durable consumers of the feed. Needs the roles of the service. */
export class Subscriptions1796100100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Makes the role that the table is granted to, where no other migration has.
    await wallTenants(queryRunner, []);
    await runSql(queryRunner, 'subscriptions', ['subscriptions']);
    await wallTenants(queryRunner, ['subscriptions']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
