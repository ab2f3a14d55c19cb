import { type Pool } from 'pg';
import { type Catalogs } from './catalogs.ts';

const sql = `
  insert into catalogs (tenant_id, digest, body) values ($1, $2, $3)
  on conflict (tenant_id, digest) do update set touched_at = now()`;

export const postgresCatalogs = (pool: Pool): Catalogs => ({
  put: async ({ tenant_id, digest, tools }) => {
    await pool.query({ name: 'put_catalog', text: sql, values: [tenant_id, digest, JSON.stringify(tools)] });
  },
});
