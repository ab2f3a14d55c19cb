import { type Pool } from 'pg';
import { type Wrapping } from './wrapping.ts';

const sql = `
select exists (
  select from session_keys where destroyed_at is null and wrapped_by is not null and wrapped_by is distinct from $1
) as found`;

/** Throws where keys of sessions are wrapped with another key than the one that is set: their events could not be read. */
export const refuseForeignWrapping = async (pool: Pool, { wrapped_by }: Wrapping): Promise<void> => {
  const { rows } = await pool.query<{ found: boolean }>(sql, [wrapped_by]);
  if (rows[0]?.found !== true) return;
  throw new Error(
    'The database holds keys of sessions that were wrapped with another WITNESS_KEY_ENCRYPTION_KEY, and their events ' +
      'cannot be read without it. Set the key that this database was written with; without it they are lost.',
  );
};
