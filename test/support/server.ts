import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const startTimeoutMs = 60_000;

/**
 * The URL of the server that all specs of this run share, for a role that may create databases:
 * `WITNESS_TEST_DATABASE_URL`, or else one that starts on the first call in any worker: of the binaries in the folder
 * `WITNESS_TEST_POSTGRES` (`/usr/lib/postgresql/15/bin`), or the one that comes with the service.
 */
export async function testServer(): Promise<string> {
  const given = process.env.WITNESS_TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return given;
  const run = process.env.WITNESS_TEST_RUN;
  if (run === undefined)
    throw new Error(
      'WITNESS_TEST_RUN is not set: run specs through Jest with the configuration at the root.',
    );
  if (isFirst(run)) startKeeper(run);
  return published(run);
}

function isFirst(run: string): boolean {
  try {
    mkdirSync(join(run, 'starting'));
    return true;
  } catch {
    return false;
  }
}

function startKeeper(run: string): void {
  const output = openSync(join(run, 'keeper.log'), 'a');
  const owner = process.env.WITNESS_TEST_OWNER ?? String(process.pid);
  const loader = ['--conditions=@mcp-witness/source', '--import', join(here, 'typescript.mjs')];
  spawn(process.execPath, [...loader, join(here, 'keep-server.ts'), run, owner], {
    stdio: ['ignore', output, output],
    detached: true,
    env: { ...process.env, NODE_OPTIONS: '' },
  }).unref();
}

async function published(run: string): Promise<string> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (existsSync(join(run, 'server.url'))) return readFileSync(join(run, 'server.url'), 'utf8');
    if (existsSync(join(run, 'failure.txt'))) throw new Error(readFileSync(join(run, 'failure.txt'), 'utf8'));
    await pause(20);
  }
  const log = existsSync(join(run, 'keeper.log')) ? readFileSync(join(run, 'keeper.log'), 'utf8') : '';
  throw new Error(`The test database server did not start within a minute.\n${log}`);
}
