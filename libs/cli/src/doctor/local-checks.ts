import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { inspectSpools, spoolDirectory } from '@mcp-witness/executor';
import { amount } from '../report/words.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type CheckResult, fail, ok, warn } from './finding.ts';

type Environment = Terminal['environment'];

const leastNode = [20, 19] as const;

export function checkNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = leastNode;
  const enough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return enough ? ok('node', version) : fail('node', version, `install Node ${leastNode.join('.')} or newer`);
}

type Place = 'writable' | 'absent' | 'closed';

async function placeOf(path: string): Promise<Place> {
  try {
    await access(path, constants.W_OK | constants.X_OK);
    return 'writable';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'closed';
  }
}

/** Absent is as good as writable where a parent lets us make it. */
async function canWrite(path: string): Promise<boolean> {
  const place = await placeOf(path);
  if (place !== 'absent') return place === 'writable';
  return dirname(path) === path ? false : canWrite(dirname(path));
}

export async function checkData(environment: Environment): Promise<CheckResult> {
  if (environment.DATABASE_URL) return ok('data', 'in the database of DATABASE_URL');
  const directory = resolve(environment.WITNESS_DATA_DIR ?? '.witness');
  if (!(await canWrite(directory))) {
    return warn(
      'data',
      `${directory} cannot be written`,
      '"witness serve" here needs a WITNESS_DATA_DIR that it can write, or a DATABASE_URL',
    );
  }
  const there = (await placeOf(directory)) === 'writable';
  return ok('data', there ? directory : `${directory} (made at the first start)`);
}

const size = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.round(bytes / 1024 / 1024)} MiB`;

export async function checkSpool(environment: Environment): Promise<CheckResult> {
  const directory = spoolDirectory(environment);
  if (!(await canWrite(directory))) {
    return warn(
      'spool',
      `${directory} cannot be written`,
      'set WITNESS_STATE_DIR to a place that can be; until then evidence is kept in memory only',
    );
  }
  const spools = await inspectSpools(directory);
  const waiting = spools.filter((spool) => spool.orphaned && spool.bytes > 0);
  if (waiting.length === 0) return ok('spool', `${directory}, nothing left over`);
  const bytes = waiting.reduce((sum, spool) => sum + spool.bytes, 0);
  return warn(
    'spool',
    `${size(bytes)} of evidence from ${amount(waiting.length, 'ended run')} waits in ${directory}`,
    'the next "witness run" sends it when the service answers',
  );
}
