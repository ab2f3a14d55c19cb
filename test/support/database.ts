import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { testServer } from './server.ts';
import { migratedTemplate, onDatabase } from './template.ts';

/** A database of one test alone. It is dropped, and its pools ended, when the callback ends. */
export interface TestDatabase {
  readonly name: string;
  /** For the role that owns the schema and may do anything. */
  readonly url: string;
  /** As `url`, but every connection has taken the role `witness_app`, as those of the service do. */
  readonly appUrl: string;
  readonly ownerPool: Pool;
  readonly appPool: Pool;
}

interface Options {
  /** False: without any table, for what migrates by itself. */
  readonly migrated?: boolean;
}

const prefix = 'witness_test_';
const leftOverAfterMs = 3_600_000;
const objectInUse = '55006';
const patienceMs = 2_000;

/**
 * Gives the callback a new, migrated database. Fails when the callback leaves a client checked out of a pool, or a
 * connection of its own open.
 */
export async function withDatabase<T>(
  use: (database: TestDatabase) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const server = await testServer();
  const template = options.migrated === false ? 'template0' : await templateOf(server);
  const name = `${prefix}${Date.now()}_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => createFrom(client, name, template));
  const url = onDatabase(server, name);
  const appUrl = withOption(url, '-c role=witness_app');
  const database = { name, url, appUrl, ownerPool: poolOf(url), appPool: poolOf(appUrl) };
  let result: T;
  try {
    result = await use(database);
  } catch (error) {
    await tearDown(server, database).catch(() => undefined);
    throw error;
  }
  await tearDown(server, database);
  return result;
}

let cachedTemplate: Promise<string> | undefined;

function templateOf(server: string): Promise<string> {
  cachedTemplate ??= prepare(server);
  return cachedTemplate;
}

async function prepare(server: string): Promise<string> {
  await onServer(server, dropLeftOvers);
  return migratedTemplate(server);
}

async function onServer<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Of runs that were killed, on a server that outlives them. */
async function dropLeftOvers(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) {
    const madeAt = Number(datname.slice(prefix.length).split('_')[0]);
    if (madeAt < Date.now() - leftOverAfterMs)
      await client.query(`drop database if exists ${datname} with (force)`);
  }
}

/** The backend that migrated the template may take a moment to leave it. */
async function createFrom(client: Client, name: string, template: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      await client.query(`create database ${name} template ${template} encoding 'UTF8' locale 'C'`);
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== objectInUse || Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}

function withOption(url: string, option: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', option);
  return changed.href.replaceAll('+', '%20');
}

function poolOf(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 10 });
  // A test that ends the server's side on purpose sees it in its own query.
  pool.on('error', () => undefined);
  return pool;
}

async function tearDown(server: string, { name, ownerPool, appPool }: TestDatabase): Promise<void> {
  const ended = await Promise.all([hasEnded(ownerPool), hasEnded(appPool)]);
  await onServer(server, async (client) => {
    const left = await connectionsLeft(client, name);
    await client.query(`drop database ${name} with (force)`);
    if (!ended.every(Boolean))
      throw new Error('The test left a client checked out of a pool: release it, also when it fails.');
    if (left.length > 0)
      throw new Error(`The test left connections open: ${left.join('; ')}. End what it opened.`);
  });
}

async function hasEnded(pool: Pool): Promise<boolean> {
  if (pool.ended || pool.ending) return true;
  const end = pool.end().then(() => true);
  return Promise.race([end, pause(patienceMs, false, { ref: false })]);
}

async function connectionsLeft(client: Client, name: string): Promise<readonly string[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ what: string }>(
      `select format('%s: %s', application_name, left(query, 80)) as what from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    if (rows.length === 0 || Date.now() > deadline) return rows.map(({ what }) => what);
    await pause(20);
  }
}
