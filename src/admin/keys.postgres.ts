import { randomBytes } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { asTenant } from '../database/as-tenant.ts';
import { type ApiKey, type KeyPage, type NewKey } from './api-key.ts';

const time = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`;

const shown = `key_id, tenant_id, name, scopes, ${['created_at', 'expires_at', 'rotated_at'].map(time).join(', ')},
  case when previous_until > now() then to_char(previous_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end as previous_until,
  ${['revoked_at', 'last_used_at'].map(time).join(', ')}, rate_limit`;

const createSql = `
  insert into api_keys (tenant_id, key_id, name, hash, scopes, expires_at, rate_limit)
  values ($1, $2, $3, $4, $5, $6, $7) returning ${shown}`;

const listSql = `select ${shown} from api_keys where tenant_id = $1 and key_id > $2 order by key_id limit $3`;

/** A rotation during the overlap of the one before ends the oldest secret. */
const rotateSql = `
  with rotated as (
    update api_keys set previous_hash = hash, previous_until = now() + $4 * interval '1 second', hash = $3, rotated_at = now()
    where tenant_id = $1 and key_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())
    returning *)
  select ${shown} from rotated`;

const revokeSql = `
  with revoked as (
    update api_keys set revoked_at = coalesce(revoked_at, now()) where tenant_id = $1 and key_id = $2 returning *)
  select ${shown} from revoked`;

/** Ids rise with time, so that lists run from the oldest to the newest. */
export const newKeyId = (): string =>
  `k${Date.now().toString(36).padStart(9, '0')}${randomBytes(6).toString('hex')}`;

/** The keys of one tenant. Each operation runs behind the tenant wall. */
export interface Keys {
  create(tenantId: string, keyId: string, key: NewKey, hash: Buffer): Promise<ApiKey>;
  list(tenantId: string, page: { readonly after: string; readonly limit: number }): Promise<KeyPage>;
  /** Null: no such key that is alive. The former secret is taken for `overlapSeconds` more. */
  rotate(tenantId: string, keyId: string, hash: Buffer, overlapSeconds: number): Promise<ApiKey | null>;
  /** Null: no such key. One that is revoked already stays as it is. */
  revoke(tenantId: string, keyId: string): Promise<ApiKey | null>;
}

/** Dependency injection token of {@link Keys}. */
export const KEYS = Symbol('KEYS');

export const postgresKeys = (dataSource: DataSource): Keys => {
  const run = (tenantId: string, sql: string, values: readonly unknown[]): Promise<ApiKey[]> =>
    asTenant(dataSource, tenantId, (manager) => manager.query<ApiKey[]>(sql, [tenantId, ...values]));
  return {
    async create(tenantId, keyId, { name, scopes, expires_at, rate_limit }, hash) {
      const values = [keyId, name, hash, scopes, expires_at, rate_limit];
      const [key] = await run(tenantId, createSql, values);
      if (key === undefined) throw new Error('The key was not stored.');
      return key;
    },
    async list(tenantId, { after, limit }) {
      const rows = await run(tenantId, listSql, [after, limit + 1]);
      const keys = rows.slice(0, limit);
      return { keys, next_cursor: rows.length > limit ? (keys.at(-1)?.key_id ?? null) : null };
    },
    rotate: async (tenantId, keyId, hash, overlapSeconds) =>
      (await run(tenantId, rotateSql, [keyId, hash, overlapSeconds]))[0] ?? null,
    revoke: async (tenantId, keyId) => (await run(tenantId, revokeSql, [keyId]))[0] ?? null,
  };
};
