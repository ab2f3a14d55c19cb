import { type Pool } from 'pg';

const sql = `
select exists (
  select from session_keys where destroyed_at is null and wrapped_by is not null and wrapped_by <> all ($1)
) as found`;

/** Throws where keys of sessions are wrapped with none of these keys: their events could not be read. */
export const refuseForeignWrapping = async (pool: Pool, known: readonly string[]): Promise<void> => {
  const { rows } = await pool.query<{ found: boolean }>(sql, [known]);
  if (rows[0]?.found !== true) return;
  throw new Error(
    'The database holds keys of sessions that were wrapped with another WITNESS_KEY_ENCRYPTION_KEY, and their events ' +
      'cannot be read without it. Set the key that this database was written with, as WITNESS_KEY_ENCRYPTION_KEY_PREVIOUS ' +
      'where it was replaced; without it they are lost.',
  );
};
