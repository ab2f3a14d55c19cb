import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The postmaster that the data directory's pid file speaks of. */
export interface RunningPostmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * The live postmaster of a data directory, or null. A pid file whose process is gone, or whose number has since been
 * given to another program, is removed: PostgreSQL itself would take any live process of the same user for a
 * postmaster and refuse to start for ever.
 */
export function runningPostmaster(dataDir: string): RunningPostmaster | null {
  const lines = readLines(dataDir);
  if (lines === null) return null;
  const pid = Math.abs(Number(lines[0]));
  if (Number.isInteger(pid) && pid > 0 && isPostmasterOf(pid, dataDir))
    return { pid, port: Number(lines[3] ?? 0) };
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
  return null;
}

function readLines(dataDir: string): readonly string[] | null {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
}

function isPostmasterOf(pid: number, dataDir: string): boolean {
  return process.platform === 'linux' ? worksIn(pid, dataDir) : isNamedPostgres(pid);
}

/** Every process of a server has the data directory as its working directory. */
function worksIn(pid: number, dataDir: string): boolean {
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(dataDir)];
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    return false;
  }
}

function isNamedPostgres(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      'postgres',
    );
  } catch {
    return false;
  }
}
