import { hash } from 'node:crypto';
import { type Pool, type PoolClient } from 'pg';
import { type Queryable } from './load.ts';

const names = new Map<string, string>();

const nameOf = (sql: string): string => {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `projection_${hash('sha256', sql).slice(0, 32)}`;
  names.set(sql, name);
  return name;
};

/** Statements that a connection parses once, however often they run: for those of which there are few. */
const prepared = (client: PoolClient): Queryable => ({
  query: async <Result>(text: string, values: unknown[] = []) =>
    (await client.query<object>({ name: nameOf(text), text, values })).rows as Result,
});

/** Runs `act` in one transaction. Nothing that it did is there when it rejects. */
export async function inTransaction<Result>(
  pool: Pool,
  act: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  const fail = (): void => {
    broken = true;
  };
  client.on('error', fail);
  try {
    await client.query('begin');
    const result = await act(prepared(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(fail);
    throw error;
  } finally {
    client.off('error', fail);
    client.release(broken);
  }
}
