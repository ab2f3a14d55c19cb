import { type Pool } from 'pg';
import { type Check } from './readiness.ts';

/** The database answers, and lets the service read its log. */
export const databaseCheck =
  (pool: Pool): Check =>
  async () => {
    try {
      await pool.query('select from es_head');
      return { ok: true };
    } catch {
      return { ok: false, reason: 'the database does not answer' };
    }
  };
