import { type Pool } from 'pg';
import { type Credentials, type KeyGrant, type KeyName, type TokenGrant } from './credentials.ts';

/** Closing a tenant ends all of its credentials, and opening it again revives them. */
const ofOpenTenant = (table: string): string =>
  `not exists (select from tenants t where t.tenant_id = ${table}.tenant_id and t.closed_at is not null)`;

const grant = 'k.tenant_id, k.key_id, k.scopes, k.rate_limit';
const alive = `k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and ${ofOpenTenant('k')}`;

const findKey = `
  select ${grant} from api_keys k where k.hash = $1 and ${alive}
  union all
  select ${grant} from api_keys k where k.previous_hash = $1 and k.previous_until > now() and ${alive}`;

const hasKey = `
  select exists (select from api_keys where revoked_at is null and (expires_at is null or expires_at > now())) as found`;

const hasTenant = 'select exists (select from tenants where tenant_id = $1 and closed_at is null) as found';

const findAttemptToken = `
  select a.tenant_id, a.attachment_attempt_id from attempt_tokens a
  where a.hash = $1 and a.ended_at is null and ${ofOpenTenant('a')}`;

const setAttemptToken = `
  insert into attempt_tokens (tenant_id, attachment_attempt_id, hash) values ($1, $2, $3)
  on conflict (tenant_id, attachment_attempt_id) do update set hash = excluded.hash, issued_at = now()`;

const endAttemptToken = `
  update attempt_tokens set ended_at = now()
  where tenant_id = $1 and attachment_attempt_id = $2 and ended_at is null`;

const putKey = `
  insert into api_keys (tenant_id, key_id, name, hash, scopes) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, key_id)
  do update set hash = excluded.hash, scopes = excluded.scopes, name = excluded.name`;

/** `used` is told of every key that was found; it must not throw. */
export const postgresCredentials = (pool: Pool, used: (key: KeyName) => void): Credentials => ({
  findKey: async (hash) => {
    const { rows } = await pool.query<KeyGrant>({ name: 'find_key', text: findKey, values: [hash] });
    const [key = null] = rows;
    if (key !== null) used(key);
    return key;
  },
  hasKey: async () => {
    const { rows } = await pool.query<{ found: boolean }>(hasKey);
    return rows[0]?.found === true;
  },
  hasTenant: async (tenantId) => {
    const { rows } = await pool.query<{ found: boolean }>({
      name: 'has_tenant',
      text: hasTenant,
      values: [tenantId],
    });
    return rows[0]?.found === true;
  },
  findAttemptToken: async (hash) => {
    const { rows } = await pool.query<TokenGrant>({
      name: 'find_attempt_token',
      text: findAttemptToken,
      values: [hash],
    });
    return rows[0] ?? null;
  },
  setAttemptToken: async ({ tenant_id, attachment_attempt_id }, hash) => {
    await pool.query(setAttemptToken, [tenant_id, attachment_attempt_id, hash]);
  },
  endAttemptToken: async ({ tenant_id, attachment_attempt_id }) => {
    await pool.query(endAttemptToken, [tenant_id, attachment_attempt_id]);
  },
  putKey: async ({ tenant_id, key_id, name, scopes }, hash) => {
    await pool.query(putKey, [tenant_id, key_id, name, hash, scopes]);
  },
});
