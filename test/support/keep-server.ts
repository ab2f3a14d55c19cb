/**
 * A process of its own that keeps the one PostgreSQL of a Jest run. It is not a child of the worker that happened to
 * ask first, because workers end before the run does; it ends by signal, or by itself when the run is gone.
 *
 * Arguments: the run's directory and the process id of Jest.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalPostgres } from '@mcp-witness/local-postgres';
import { startPackagedServer } from './packaged-server.ts';

const [directory = '', owner = ''] = process.argv.slice(2);

/** Nothing in a test run has to survive a power cut. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

function publish(name: string, content: string): void {
  writeFileSync(join(directory, `${name}.partial`), content);
  renameSync(join(directory, `${name}.partial`), join(directory, name));
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

const binaries = process.env.WITNESS_TEST_POSTGRES ?? '';

const starting =
  binaries === ''
    ? startLocalPostgres({ dataDir: join(directory, 'data'), settings })
    : startPackagedServer({ binaries, settings });

async function end(): Promise<void> {
  clearInterval(watch);
  const server = await starting.catch(() => undefined);
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
}

const watch = setInterval(() => {
  if (isGone(Number(owner))) void end();
}, 500);
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => undefined);
publish('keeper.pid', String(process.pid));

try {
  publish('server.url', (await starting).url);
} catch (error) {
  publish('failure.txt', error instanceof Error ? error.message : String(error));
}
