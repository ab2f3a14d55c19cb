import { join, resolve } from 'node:path';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { ensureDatabase } from './database.ts';
import { LocalPostgresError, messageOf, systemCode, useYourOwn } from './failure.ts';
import { urlOf } from './ownership.ts';
import type { Settings } from './postmaster.ts';
import type { Site } from './serve.ts';
import { supervise } from './supervise.ts';

export interface LocalPostgresOptions {
  /** Holds the data (`postgres/`) and the server's log (`postgres.log`). Made when missing. */
  readonly dataDir: string;
  /** Takes one line for each thing an operator may want to know. */
  readonly log?: (line: string) => void;
  /** Called once when the server is gone and could not be started again; `stop` is still to be called. */
  readonly onLost?: (error: LocalPostgresError) => void;
  /** PostgreSQL settings over our own, as in `postgres -c name=value`. */
  readonly settings?: Settings;
  /** How long a start may take, recovery after a crash included. */
  readonly startTimeoutMs?: number;
  /** The unpacked npm package with the binaries, where it is not in node_modules. */
  readonly packageDir?: string;
}

export interface LocalPostgres {
  /** Of the database `witness`, as the role that owns everything. Holds the password. Stays the same over restarts. */
  readonly url: string;
  readonly port: number;
  /** Of the postmaster now; another one after a restart. */
  readonly pid: number;
  /** Checkpoint, fast shutdown, after 10 seconds an immediate one. Calling it again gives the same promise. */
  stop(): Promise<void>;
}

/**
 * Starts the packaged PostgreSQL 18 over `dataDir` and owns it until `stop`. It listens on a free port of 127.0.0.1,
 * with a random password that is kept in the data directory (mode 0600).
 *
 * A server that dies is started again on the same port. One that an earlier process left behind is stopped and started
 * anew; one whose owner lives is refused. When this process ends without `stop`, the server is told to shut down; after a
 * SIGKILL it stays until the next start.
 *
 * Rejects with a `LocalPostgresError` only.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  try {
    return await start(options);
  } catch (error) {
    throw foreseen(error, options.dataDir);
  }
}

async function start(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const site = await prepare(options);
  const server = await supervise(site, options.onLost ?? (() => undefined));
  const address = { port: server.port, password: site.password };
  try {
    await ensureDatabase(urlOf(address, 'postgres'), 'witness');
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: urlOf(address, 'witness'),
    port: server.port,
    get pid() {
      return server.pid();
    },
    stop: () => server.stop(),
  };
}

async function prepare(options: LocalPostgresOptions): Promise<Site> {
  const { log = () => undefined, settings = {}, startTimeoutMs = 60_000, packageDir } = options;
  const dataDir = resolve(options.dataDir);
  const account = serverAccount();
  const cacheDir = account ? '/var/cache/mcp-witness' : join(dataDir, 'binaries');
  const binaries = findBinaries({ packageDir, account, cacheDir, log });
  const cluster = await openCluster(dataDir, binaries, account);
  return {
    ...{ dataDir, account, settings, startTimeoutMs, log },
    clusterDir: cluster.dir,
    password: cluster.password,
    executable: binaries.postgres,
    logPath: join(dataDir, 'postgres.log'),
  };
}

function foreseen(error: unknown, dataDir: string): LocalPostgresError {
  if (error instanceof LocalPostgresError) return error;
  const code = systemCode(error);
  const blocked =
    code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOSPC' || code === 'ENOTDIR';
  return new LocalPostgresError(
    blocked ? 'data_unusable' : 'start_failed',
    blocked
      ? `${dataDir} cannot be used for the local PostgreSQL (${code}). Set WITNESS_DATA_DIR to a directory that may be written. ${useYourOwn}`
      : `The local PostgreSQL over ${dataDir} could not be made ready: ${messageOf(error)}. ${useYourOwn}`,
    { cause: error },
  );
}
