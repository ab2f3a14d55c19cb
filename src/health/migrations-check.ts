import { type Pool } from 'pg';
import { migrations } from '../../migrations/index.ts';
import { type Check } from './readiness.ts';

/** The schema is the one that this version was built for: it holds no fewer migrations. */
export const migrationsCheck =
  (pool: Pool): Check =>
  async () => {
    const names = migrations.map(({ name }) => name);
    const { rows } = await pool.query<{ missing: string }>(
      'select name as missing from unnest($1::text[]) as name where name not in (select m.name from migrations m)',
      [names],
    );
    return rows.length === 0 ? { ok: true } : { ok: false, reason: 'migrations are missing in the database' };
  };
