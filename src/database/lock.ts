import { type Pool } from 'pg';

/**
 * Runs `act` while no other process of the database runs what has the same `purpose`; null, without running it, when
 * another does. The lock lives as long as one connection of the pool, which is kept meanwhile and ended when it fails.
 */
export const withLock = async <Result>(
  pool: Pool,
  purpose: string,
  act: () => Promise<Result>,
): Promise<Result | null> => {
  const client = await pool.connect();
  let broken = false;
  const fail = (): void => {
    broken = true;
  };
  client.on('error', fail);
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [purpose],
    );
    if (rows[0]?.taken !== true) return null;
    try {
      return await act();
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [purpose]).catch(fail);
    }
  } finally {
    client.off('error', fail);
    client.release(broken);
  }
};
