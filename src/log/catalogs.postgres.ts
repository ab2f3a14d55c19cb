import { type DataSource } from 'typeorm';
import { asTenant } from '../database/as-tenant.ts';
import { type Catalogs } from './catalogs.ts';

const known = (body: string): string => `regexp_count(${body}, '"estimated_tokens":[0-9]')`;

/** A digest is of what was served, and estimates are made by who saw it: of two bodies the one that has more of them stays. */
const sql = `
  insert into catalogs (tenant_id, digest, body) values ($1, $2, $3)
  on conflict (tenant_id, digest) do update set touched_at = now(), body = case
    when catalogs.body = excluded.body then catalogs.body
    when ${known('excluded.body')} > ${known('catalogs.body')} then excluded.body
    else catalogs.body end`;

export const postgresCatalogs = (dataSource: DataSource): Catalogs => ({
  put: ({ tenant_id, digest, tools }) =>
    asTenant(dataSource, tenant_id, async (manager) => {
      await manager.query(sql, [tenant_id, digest, JSON.stringify(tools)]);
    }),
});
