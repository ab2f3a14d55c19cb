import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { LocalPostgresError } from './failure.ts';
import { superuser } from './initdb.ts';

/** "witness" in ASCII, so that it is recognised in pg_locks. */
const key = '33611471017833331';

/**
 * The right to a running server: a connection that holds an advisory lock. It ends with the process that holds it,
 * however that process ends, so it can be neither stale nor mistaken for a reused process number.
 */
export type Ownership = Client;

export interface Address {
  readonly port: number;
  readonly password: string;
}

export type Claim =
  | { readonly outcome: 'owned'; readonly ownership: Ownership }
  | { readonly outcome: 'taken'; readonly holder: string }
  | { readonly outcome: 'unreachable'; readonly cause: unknown };

/** The URL of a database, for the owner. Without TLS whatever PGSSLMODE says: the server has no certificate. */
export function urlOf({ port, password }: Address, database: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Connects as soon as the server answers and takes the lock. `isGone` ends the waiting early. */
export async function claim(address: Address, isGone: () => boolean, timeoutMs: number): Promise<Claim> {
  let cause: unknown;
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && !isGone()) {
    const client = new Client({
      connectionString: urlOf(address, 'postgres'),
      application_name: `mcp-witness launcher, process ${process.pid}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    try {
      client.on('error', () => undefined);
      await client.connect();
      return await take(client);
    } catch (error) {
      cause = error;
      await client.end().catch(() => undefined);
      await pause(20);
    }
  }
  return { outcome: 'unreachable', cause };
}

async function take(client: Client): Promise<Claim> {
  const taken = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key]);
  if (taken.rows[0]?.taken) return { outcome: 'owned', ownership: client };
  const { rows } = await client.query<{ holder: string }>(
    `select application_name as holder from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and ((classid::bigint << 32) | objid::bigint) = $1`,
    [key],
  );
  await client.end();
  return { outcome: 'taken', holder: rows[0]?.holder ?? 'a process that has just ended' };
}

export function inUse(dataDir: string, holder: string): LocalPostgresError {
  return new LocalPostgresError(
    'in_use',
    `The PostgreSQL under ${dataDir} already belongs to a running Witness (${holder}). Stop that one first, set WITNESS_DATA_DIR to ` +
      'another directory, or let both use one server by DATABASE_URL.',
  );
}
