import { randomBytes, randomUUID } from 'node:crypto';
import { type Pool } from 'pg';
import { secretBytes } from './cipher.ts';
import { type SessionName } from './session-keys.ts';
import { type Wrapping } from './wrapping.ts';

/** A key as its row holds it. */
export interface KeyRow extends SessionName {
  readonly key_id: string;
  /** Null: destroyed. */
  readonly secret: Buffer | null;
  readonly wrapped_by: string | null;
}

export type DestroyedRow = Pick<KeyRow, 'key_id' | 'tenant_id' | 'session'>;

/** The statements over keys of sessions. */
export interface KeyRows {
  find(name: SessionName): Promise<KeyRow | undefined>;
  /** Undefined: somebody else has just made it. */
  make(name: SessionName): Promise<KeyRow | undefined>;
  load(ids: readonly string[]): Promise<readonly KeyRow[]>;
  touch(keyId: string): Promise<void>;
  destroyedWithin(seconds: number): Promise<readonly DestroyedRow[]>;
}

const columns = 'key_id, tenant_id, session, secret, wrapped_by';

const makeSql = `
with made as (
  insert into session_keys (key_id, tenant_id, session, secret, wrapped_by) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, session) do nothing returning ${columns}
)
select * from made`;

const findSql = `select ${columns} from session_keys where tenant_id = $1 and session = $2`;

const loadSql = `select ${columns} from session_keys where key_id = any ($1)`;

const touchSql = `
update session_keys set touched_at = now()
where key_id = $1 and destroyed_at is null and touched_at < now() - interval '1 hour'`;

const destroyedSql = `
select key_id, tenant_id, session from session_keys where destroyed_at > now() - $1 * interval '1 second'`;

export const keyRows = (pool: Pool, wrapping: Wrapping): KeyRows => {
  const run = async <Row extends object>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> => (await pool.query<Row>({ name, text, values: [...values] })).rows;
  return {
    find: async ({ tenant_id, session }) =>
      (await run<KeyRow>('session_key_find', findSql, [tenant_id, session]))[0],
    make: async ({ tenant_id, session }) => {
      const id = randomUUID();
      const secret = wrapping.wrap(id, randomBytes(secretBytes));
      const values = [id, tenant_id, session, secret, wrapping.wrapped_by];
      return (await run<KeyRow>('session_key_make', makeSql, values))[0];
    },
    load: (ids) => run<KeyRow>('session_keys_load', loadSql, [ids]),
    touch: async (keyId) => {
      await run('session_key_touch', touchSql, [keyId]);
    },
    destroyedWithin: (seconds) => run<DestroyedRow>('session_keys_destroyed', destroyedSql, [seconds]),
  };
};
