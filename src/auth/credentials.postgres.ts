import { type Pool } from 'pg';
import { type Credentials, type KeyGrant, type TokenGrant } from './credentials.ts';

const findKey = 'select tenant_id, scopes from api_keys where hash = $1 and revoked_at is null';

const hasKey = 'select exists (select from api_keys where revoked_at is null) as found';

const findAttemptToken =
  'select tenant_id, attachment_attempt_id from attempt_tokens where hash = $1 and ended_at is null';

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

export const postgresCredentials = (pool: Pool): Credentials => ({
  findKey: async (hash) => {
    const { rows } = await pool.query<KeyGrant>({ name: 'find_key', text: findKey, values: [hash] });
    return rows[0] ?? null;
  },
  hasKey: async () => {
    const { rows } = await pool.query<{ found: boolean }>(hasKey);
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
