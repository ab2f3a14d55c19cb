import { Client } from 'pg';
import { MigrationError, toConnectionError, toMigrationError, toTurnError } from './failure.ts';
import { migrations } from './index.ts';
import { runPending } from './run-pending.ts';

/** "witnessm" in ASCII. */
const key = '8604536580565332845';
const usualPatienceMs = 300_000;

export interface MigrateOptions {
  /** Of a role that owns the database, or that of the service where nothing is left to do. */
  readonly url: string;
  readonly log?: (line: string) => void;
  /** How long to wait for another process that migrates, and again for tables that others keep locked; five minutes when absent. */
  readonly patienceMs?: number;
}

export interface Migrated {
  /** Names of the migrations that this call ran; none when the schema was up to date. */
  readonly applied: readonly string[];
}

/**
 * Brings a database to the newest schema, each migration in a transaction of its own. Any number of processes may
 * call it at once: they take turns under an advisory lock, and all but the first find nothing to do. No migration makes
 * others wait for long because it waits itself: one that does not get a table soon ends, and is run again.
 *
 * Needs a session of its own: give the server's address, not that of a pooler in transaction mode.
 * Rejects with a `MigrationError`.
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { url, log = () => undefined, patienceMs = usualPatienceMs } = options;
  const turn = await connect(url);
  try {
    await takeTurn(turn, patienceMs);
    const before = await namesOf(turn);
    refuseNewer(before);
    await runPending({ url, log, patienceMs });
    const applied = (await namesOf(turn)).filter((name) => !before.includes(name));
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

async function takeTurn(client: Client, patienceMs: number): Promise<void> {
  try {
    await client.query(`select set_config('lock_timeout', $1, false)`, [String(Math.max(patienceMs, 1))]);
    await client.query('select pg_advisory_lock($1)', [key]);
  } catch (error) {
    throw toTurnError(error);
  }
}

/** The migrations that were run, in their order. */
async function namesOf(client: Client): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  );
  if (found[0]?.exists !== true) return [];
  const { rows } = await client.query<{ name: string }>('select name from migrations order by id');
  return rows.map(({ name }) => name);
}

/** What a later version has changed may be more than this one can read, and it would write what that one cannot. */
function refuseNewer(run: readonly string[]): void {
  const known = new Set<string>(migrations.map(({ name }) => name));
  const newer = run.filter((name) => !known.has(name));
  if (newer.length === 0) return;
  throw new MigrationError(
    'newer',
    `The database was migrated by a later version of Witness (${newer.join(', ')}), which this one does not know. ` +
      'Start that version, or restore a backup that was taken before it.',
  );
}
