import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Pool } from 'pg';
import { createDatabase } from './database.ts';
import { together, writers, type Arm, type Round } from './measure.ts';
import { text } from './payload.ts';

const schema = `create table ev (pos bigint generated always as identity primary key, stream text not null,
  ver int not null, type text not null, data text not null, at timestamptz not null default now(), unique (stream, ver))`;
const insert = `insert into ev (stream, ver, type, data) values`;

/** One INSERT a transaction into a table like the log's: by pgbench, in C, where there is one, else from Node. */
export async function rawArm(server: string): Promise<Arm & { readonly driver: string }> {
  const url = await createDatabase(server, 'raw');
  const pool = new Pool({ connectionString: url, max: writers });
  await pool.query(schema);
  const pgbench = findPgbench();
  const name = 'raw PostgreSQL, one INSERT a commit';
  const close = (): Promise<void> => pool.end();
  if (pgbench === null) {
    const run = (seconds: number): Promise<Round> =>
      together(seconds, async () => {
        const values = [`attempt-${randomUUID()}`, 1, 'tool-called', text];
        await pool.query({ name: 'raw', text: `${insert} ($1, $2, $3, $4)`, values });
        return 1;
      });
    return { name, driver: 'node-postgres (no pgbench found)', run, close };
  }
  const script = join(await mkdtemp(join(tmpdir(), 'witness-pgbench-')), 'insert.sql');
  const quoted = text.replaceAll("'", "''").replaceAll(':', ': ');
  await writeFile(script, `${insert} ('attempt-' || gen_random_uuid(), 1, 'tool-called', '${quoted}');\n`);
  return { name, driver: pgbench, run: (seconds) => runPgbench(pgbench, url, script, seconds), close };
}

function findPgbench(): string | null {
  const versions = '/usr/lib/postgresql';
  const packaged = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin'))
    : [];
  const folders = [...packaged.toReversed(), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null;
}

/** pgbench takes whole seconds only. */
function runPgbench(pgbench: string, url: string, script: string, seconds: number): Promise<Round> {
  const time = String(Math.max(1, Math.round(seconds)));
  const options = ['-n', '-M', 'prepared', '-c', String(writers), '-j', '2', '-T', time, '-f', script, url];
  return new Promise((resolve, reject) => {
    const child = spawn(pgbench, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()));
    child.on('error', reject);
    child.on('close', () => {
      const rate = /tps = ([\d.]+)/.exec(output)?.[1];
      if (rate === undefined) reject(new Error(`pgbench gave no result:\n${output}`));
      else
        resolve({
          eventsPerSecond: Number(rate),
          p50: Number(/latency average = ([\d.]+)/.exec(output)?.[1]),
        });
    });
  });
}
