import { type DataSource } from 'typeorm';
import { asTenant } from '../database/as-tenant.ts';
import { keepCatalogsSql } from './catalogs-lock.ts';
import { type Catalogs } from './catalogs.ts';
import { sessionStream } from './streams.ts';

const known = (body: string): string => `regexp_count(${body}, '"estimated_tokens":[0-9]')`;

const notErased = `
not exists (select from session_keys k where k.tenant_id = $1 and k.session = $4 and k.destroyed_at is not null)`;

/**
 * A digest is of what was served, and estimates are made by who saw it: of two bodies the one that has more of them stays.
 * Many sessions list the same catalog at once, so one that was just put is not locked to be put again.
 */
const putSql = `
with noted as (
  insert into catalog_puts as p (tenant_id, digest, session) select $1, $2, $4 where ${notErased}
  on conflict (tenant_id, session, digest) do update set put_at = now() where p.put_at < now() - interval '1 minute'
)
insert into catalogs (tenant_id, digest, body)
select $1, $2, $3 where ${notErased} and not exists (
  select from catalogs c
  where c.tenant_id = $1 and c.digest = $2 and c.body = $3 and c.touched_at > now() - interval '1 minute'
)
on conflict (tenant_id, digest) do update set touched_at = now(), body = case
  when catalogs.body = excluded.body then catalogs.body
  when ${known('excluded.body')} > ${known('catalogs.body')} then excluded.body
  else catalogs.body end`;

export const postgresCatalogs = (dataSource: DataSource): Catalogs => ({
  put: ({ tenant_id, session_id, digest, tools }) =>
    asTenant(dataSource, tenant_id, async (manager) => {
      await manager.query(keepCatalogsSql);
      await manager.query(putSql, [tenant_id, digest, JSON.stringify(tools), sessionStream(session_id)]);
    }),
});
