import { holdCatalogsSql } from '../../log/catalogs-lock.ts';
import { type SessionName } from '../../log/sealing/session-keys.ts';
import { type Queryable } from './load.ts';

const dropSql = `
delete from catalogs c where c.tenant_id = $1 and c.digest = any ($2)
  and not exists (select from catalog_references r where r.tenant_id = c.tenant_id and r.digest = c.digest)
  and not exists (select from catalog_puts p where p.tenant_id = c.tenant_id and p.digest = c.digest)`;

const forgetPutsSql = `
with gone as (delete from catalog_puts where tenant_id = $1 and session = $2 returning digest)
select digest from gone`;

/** A catalog by its digest. */
export interface Digest {
  readonly digest: string;
}

/** Drops those of these catalogs that no current attempt needs and that nobody has put lately. */
export async function dropCatalogs(
  db: Queryable,
  tenantId: string,
  digests: readonly Digest[],
): Promise<void> {
  if (digests.length === 0) return;
  await db.query(holdCatalogsSql);
  await db.query(dropSql, [tenantId, digests.map(({ digest }) => digest)]);
}

/**
 * Forgets what a session that is erased has put, and drops what nothing else needs. From here on nobody puts a catalog
 * until the transaction ends, which is to say by then that the session is erased.
 */
export async function forgetPuts(db: Queryable, { tenant_id, session }: SessionName): Promise<void> {
  await db.query(holdCatalogsSql);
  await dropCatalogs(db, tenant_id, await db.query<Digest[]>(forgetPutsSql, [tenant_id, session]));
}
