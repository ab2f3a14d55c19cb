import { type Pool } from 'pg';
import { type Grant } from '../oidc/claims.ts';

/** Dependency injection token of {@link ConsoleSessions}. */
export const CONSOLE_SESSIONS = Symbol('CONSOLE_SESSIONS');

/** Who is signed in with the console, by the digest of their cookie; the same for every process. */
export interface ConsoleSessions {
  /** Null: unknown, signed out, too old, or of a tenant that is closed. */
  find(hash: Buffer): Promise<Grant | null>;
  /** Signs somebody in for `seconds`. False: there is no such tenant, or it is closed. */
  add(grant: Grant, hash: Buffer, seconds: number): Promise<boolean>;
  remove(hash: Buffer): Promise<void>;
}

const findSql = `
  select s.tenant_id, s.subject, s.scopes from console_sessions s
  where s.hash = $1 and s.expires_at > now()
    and not exists (select from tenants t where t.tenant_id = s.tenant_id and t.closed_at is not null)`;

/** Whoever signs in clears away those whose time is over. */
const addSql = `
  with over as (delete from console_sessions where expires_at < now())
  insert into console_sessions (tenant_id, hash, subject, scopes, expires_at)
  select t.tenant_id, $2, $3, $4, now() + $5 * interval '1 second' from tenants t where t.tenant_id = $1 and t.closed_at is null`;

export const postgresConsoleSessions = (pool: Pool): ConsoleSessions => ({
  find: async (hash) => {
    const { rows } = await pool.query<Grant>({ name: 'find_session', text: findSql, values: [hash] });
    return rows[0] ?? null;
  },
  add: async ({ tenant_id, subject, scopes }, hash, seconds) => {
    const { rowCount } = await pool.query(addSql, [tenant_id, hash, subject, scopes, seconds]);
    return rowCount === 1;
  },
  remove: async (hash) => {
    await pool.query('delete from console_sessions where hash = $1', [hash]);
  },
});
