import { type Pool } from 'pg';

/** One of those whose data is kept apart. */
export interface Tenant {
  readonly tenant_id: string;
  readonly name: string;
  readonly created_at: string;
  /** Since then no credential of the tenant is taken. */
  readonly closed_at: string | null;
}

interface TenantChange {
  readonly name?: string | undefined;
  readonly closed?: boolean | undefined;
}

export interface TenantPage {
  readonly tenants: readonly Tenant[];
  /** The `tenant_id` to go on after; null on the last page. */
  readonly next_cursor: string | null;
}

/** All tenants. It is above them, so the wall between them does not hold it. */
export interface Tenants {
  /** Null: there is one of that id. */
  create(tenantId: string, name: string): Promise<Tenant | null>;
  list(page: { readonly after: string; readonly limit: number }): Promise<TenantPage>;
  /** Null: no such tenant. */
  change(tenantId: string, change: TenantChange): Promise<Tenant | null>;
}

/** Dependency injection token of {@link Tenants}. */
export const TENANTS = Symbol('TENANTS');

const time = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`;

const shown = `tenant_id, name, ${time('created_at')}, ${time('closed_at')}`;

const createSql = `insert into tenants (tenant_id, name) values ($1, $2) on conflict do nothing returning ${shown}`;

const listSql = `select ${shown} from tenants where tenant_id > $1 order by tenant_id limit $2`;

const changeSql = `
  update tenants set name = coalesce($2, name),
    closed_at = case $3::boolean when true then coalesce(closed_at, now()) when false then null else closed_at end
  where tenant_id = $1 returning ${shown}`;

export const postgresTenants = (pool: Pool): Tenants => ({
  create: async (tenantId, name) => (await pool.query<Tenant>(createSql, [tenantId, name])).rows[0] ?? null,
  list: async ({ after, limit }) => {
    const { rows } = await pool.query<Tenant>(listSql, [after, limit + 1]);
    const tenants = rows.slice(0, limit);
    return { tenants, next_cursor: rows.length > limit ? (tenants.at(-1)?.tenant_id ?? null) : null };
  },
  change: async (tenantId, { name, closed }) =>
    (await pool.query<Tenant>(changeSql, [tenantId, name ?? null, closed ?? null])).rows[0] ?? null,
});
