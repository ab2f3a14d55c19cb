import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from '../src/index.ts';

/** A directory of one test alone, which only its owner may enter. */
export async function withPlace<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'witness-local-postgres-'));
  try {
    return await use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * As `withPlace`, with data in it from a start and a stop: a copy, because making it anew takes a second or more. The
 * original is made once for all specs of a run, and removed with the run's directory.
 */
export async function withData<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const run = process.env.WITNESS_TEST_RUN ?? tmpdir();
  return withPlace(async (dir) => {
    const original = join(run, 'local-postgres-data');
    if (!existsSync(original)) await makeOriginal(original);
    // Unlike Node's own copy, cp keeps the owner.
    execFileSync('cp', ['-a', `${original}/.`, dir]);
    return use(dir);
  });
}

async function makeOriginal(original: string): Promise<void> {
  const made = `${original}-${process.pid}`;
  await (await startLocalPostgres({ dataDir: made })).stop();
  try {
    renameSync(made, original);
  } catch {
    // Another worker was first.
    rmSync(made, { recursive: true });
  }
}

/** A running server, stopped when the callback ends. */
export async function withServer<T>(
  options: LocalPostgresOptions,
  use: (server: LocalPostgres) => Promise<T>,
): Promise<T> {
  const server = await startLocalPostgres(options);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

type Row = Record<string, unknown>;

/** One statement over a connection of its own. */
export async function query(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until something holds, for at most 20 seconds. */
export async function eventually(what: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error(`Still not so after 20 seconds: ${what.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
