import { type DataSource } from 'typeorm';
import { asTenant } from '../database/as-tenant.ts';
import { type Catalogs } from './catalogs.ts';

const known = (body: string): string => `regexp_count(${body}, '"estimated_tokens":[0-9]')`;

/**
 * A digest is of what was served, and estimates are made by who saw it: of two bodies the one that has more of them stays.
 * Many sessions list the same catalog at once, so one that was just put is not locked to be put again.
 */
const sql = `
  insert into catalogs (tenant_id, digest, body)
  select $1, $2, $3 where not exists (
    select from catalogs c
    where c.tenant_id = $1 and c.digest = $2 and c.body = $3 and c.touched_at > now() - interval '1 minute'
  )
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
