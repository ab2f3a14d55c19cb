import { type Pool, type PoolClient } from 'pg';
import { type Wrapping } from './wrapping.ts';

const findSql = `
select key_id, secret, wrapped_by from session_keys
where secret is not null and wrapped_by is distinct from $1 limit 500 for update skip locked`;

const saveSql = `
update session_keys s set secret = k.secret, wrapped_by = $1
from unnest($2::text[], $3::bytea[]) as k (key_id, secret) where s.key_id = k.key_id`;

interface Row {
  readonly key_id: string;
  readonly secret: Buffer;
  readonly wrapped_by: string | null;
}

const wrapSome = async (client: PoolClient, wrapping: Wrapping): Promise<number> => {
  const { rows } = await client.query<Row>(findSql, [wrapping.wrapped_by]);
  if (rows.length === 0) return 0;
  const secrets = rows.map(({ key_id, secret, wrapped_by }) =>
    wrapping.wrap(key_id, wrapping.unwrap(key_id, secret, wrapped_by)),
  );
  await client.query(saveSql, [wrapping.wrapped_by, rows.map(({ key_id }) => key_id), secrets]);
  return rows.length;
};

const inTransaction = async (pool: Pool, act: (client: PoolClient) => Promise<number>): Promise<number> => {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const result = await act(client);
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
};

/**
 * Wraps keys of sessions that lie bare, or were wrapped with the former key, and says how many. Those that another
 * process has at hand are left to it. Does nothing where no key is set.
 */
export const wrapAnew = async (pool: Pool, wrapping: Wrapping): Promise<number> => {
  if (wrapping.wrapped_by === null) return 0;
  let sum = 0;
  for (let count = 1; count > 0; sum += count)
    count = await inTransaction(pool, (client) => wrapSome(client, wrapping));
  return sum;
};
