import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type Logger } from 'typeorm';
import { isContended } from './failure.ts';
import { migrations } from './index.ts';

/** Whoever wants a table waits behind a statement that waits for its lock. So none does for long, */
const lockTimeoutMs = 2_000;

/** and those behind it have their turn before it is tried again. */
const betweenTriesMs = 1_000;

export interface RunPending {
  readonly url: string;
  /** How long to go on trying where others keep a table locked. */
  readonly patienceMs: number;
  readonly log: (line: string) => void;
}

/** Runs what is pending. A migration that met a lock for too long leaves nothing behind, and is run again from its start. */
export async function runPending({ url, patienceMs, log }: RunPending): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let tried = 0; ; tried += 1) {
    try {
      await runOnce(url);
      return;
    } catch (error) {
      if (!isContended(error) || performance.now() >= deadline) throw error;
      if (tried === 0)
        log('Others use a table that a migration changes; it is tried again until it is free.');
      await pause(betweenTriesMs);
    }
  }
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

async function runOnce(url: string): Promise<void> {
  const source = new DataSource({
    type: 'postgres',
    url,
    applicationName: 'mcp-witness migrations',
    migrations: [...migrations],
    migrationsTransactionMode: 'each',
    poolSize: 1,
    extra: { lock_timeout: lockTimeoutMs },
    logging: false,
    // Failures are thrown; the one of TypeORM would print them as well.
    logger: silent,
  });
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}
