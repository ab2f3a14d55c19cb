import type { QueryRunner } from 'typeorm';
import { runSql } from './sql.ts';

const wallSql = (table: string): string => `
alter table ${table} enable row level security;
create policy service on ${table} to witness_app using (true) with check (true);
create policy tenant on ${table} to witness_tenant
  using (tenant_id = (select current_setting('witness.tenant', true)))
  with check (tenant_id = (select current_setting('witness.tenant', true)))`;

/**
 * Puts the tenant wall around tables with a `tenant_id`: work that is done for one tenant, as `witness_tenant`, meets
 * rows of that tenant alone, whatever its statements say. Workers that serve all tenants, as `witness_app`, meet every
 * row. Grants are the caller's; the role is made when it is missing.
 */
export async function wallTenants(queryRunner: QueryRunner, tables: readonly string[]): Promise<void> {
  await runSql(queryRunner, 'access', ['tenant_role']);
  for (const table of tables) await queryRunner.query(wallSql(table));
}
