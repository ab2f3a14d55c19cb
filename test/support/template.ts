import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../migrations/run.ts';

const prefix = 'witness_template_';
const folder = join(import.meta.dirname, '../../migrations');

/** "template" in ASCII. */
const key = '8387230210669507685';

/** The URL of `database` on the server that `url` leads to. */
export function onDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * The name of a migrated database to clone from. It is made once for each state of the migrations and server; workers
 * that ask at the same time wait for the one that makes it.
 */
export async function migratedTemplate(url: string): Promise<string> {
  const name = prefix + fingerprint();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [key]);
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    if (found.rows.some(({ datname }) => datname === name)) return name;
    for (const { datname } of found.rows)
      await client.query(`drop database if exists ${datname} with (force)`);
    await client.query(`create database ${name}_partial template template0 encoding 'UTF8' locale 'C'`);
    await migrate({ url: onDatabase(url, `${name}_partial`) });
    await client.query(`alter database ${name}_partial rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(ts|sql)$/.test(entry.name) && !/\.spec\.ts$|^schema\./.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`${file.slice(folder.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
