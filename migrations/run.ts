import { Client } from 'pg';
import { DataSource, type Logger } from 'typeorm';
import { MigrationError, toConnectionError, toMigrationError } from './failure.ts';
import { migrations } from './index.ts';

/** "witnessm" in ASCII. */
const key = '8604536580565332845';
const lockTimeout = '5min';

export interface MigrateOptions {
  /** Of a role that owns the database, or that of the service where nothing is left to do. */
  readonly url: string;
  readonly log?: (line: string) => void;
}

export interface Migrated {
  /** Names of the migrations that this call ran; none when the schema was up to date. */
  readonly applied: readonly string[];
}

/**
 * Brings a database to the newest schema, each migration in a transaction of its own. Any number of processes may
 * call it at once: they take turns under an advisory lock, and all but the first find nothing to do.
 *
 * Needs a session of its own: give the server's address, not that of a pooler in transaction mode.
 * Rejects with a `MigrationError`.
 */
export async function migrate({ url, log = () => undefined }: MigrateOptions): Promise<Migrated> {
  const turn = await connect(url);
  try {
    await turn.query(`set lock_timeout = '${lockTimeout}'`);
    await turn.query('select pg_advisory_lock($1)', [key]);
    await refuseNewer(turn);
    const applied = await runPending(url);
    for (const name of applied) log(`Ran the migration ${name}.`);
    return { applied };
  } catch (error) {
    throw toMigrationError(error);
  } finally {
    await turn.end();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'mcp-witness migrations',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection is reported by the query that needs it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw toConnectionError(cause);
  }
}

/** What a later version has changed may be more than this one can read, and it would write what that one cannot. */
async function refuseNewer(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  );
  if (found[0]?.exists !== true) return;
  const known = migrations.map(({ name }) => name);
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations where name <> all ($1) order by id',
    [known],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new MigrationError(
    'newer',
    `The database was migrated by a later version of Witness (${names}), which this one does not know. ` +
      'Start that version, or restore a backup that was taken before it.',
  );
}

const nothing = (): void => undefined;

const silent: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

async function runPending(url: string): Promise<readonly string[]> {
  const source = new DataSource({
    type: 'postgres',
    url,
    applicationName: 'mcp-witness migrations',
    migrations: [...migrations],
    migrationsTransactionMode: 'each',
    poolSize: 1,
    logging: false,
    // Failures are thrown; the one of TypeORM would print them as well.
    logger: silent,
  });
  await source.initialize();
  try {
    return (await source.runMigrations()).map(({ name }) => name);
  } finally {
    await source.destroy();
  }
}
