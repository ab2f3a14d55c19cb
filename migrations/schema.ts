import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';

const sections = [
  'roles',
  'schemas',
  'types',
  'sequences',
  'tables',
  'constraints',
  'indexes',
  'views',
  'functions',
  'triggers',
  'policies',
  'grants',
] as const;

const header = [
  '-- The schema after every migration, read from the catalogs. Written by `npm run schema`, checked by a test.',
  '-- It is for reading and for review: the migrations are what makes a database.',
].join('\n');

/**
 * The schema of a database in a fixed order, the same from PostgreSQL 15 to 18: one section for each kind of object, each
 * from `sql/schema/<section>.sql`, whose rows have one column `line`. The owner's name is left out.
 */
export async function dumpSchema(client: Pick<ClientBase, 'query'>): Promise<string> {
  await client.query(`set search_path = ''`);
  const parts = [header];
  for (const section of sections) {
    const sql = await readFile(new URL(`sql/schema/${section}.sql`, import.meta.url), 'utf8');
    const { rows } = await client.query<{ line: string }>(sql);
    if (rows.length > 0) parts.push(`-- ${section}\n\n${rows.map(({ line }) => line).join('\n')}`);
  }
  return `${parts.join('\n\n')}\n`;
}
