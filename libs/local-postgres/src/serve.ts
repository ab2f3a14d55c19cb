import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import { LocalPostgresError, useYourOwn } from './failure.ts';
import { claim, inUse, type Ownership } from './ownership.ts';
import { type RunningPostmaster, runningPostmaster } from './pid-file.ts';
import { type Postmaster, type Settings, spawnPostmaster } from './postmaster.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** Everything a start and every restart need. */
export interface Site {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly password: string;
  readonly executable: string;
  readonly logPath: string;
  readonly account: Account | null;
  readonly settings: Settings;
  readonly startTimeoutMs: number;
  readonly log: (line: string) => void;
}

export interface Serving {
  readonly postmaster: Postmaster;
  readonly ownership: Ownership;
}

/** What PostgreSQL says when a start failed for a reason that passes: a port just taken, a neighbour coming or going. */
const passing =
  /Address already in use|lock file "postmaster.pid" already exists|shared memory block|shutdown request/;

/**
 * Starts the server and becomes its owner. A postmaster that outlived its process is stopped first, which loses
 * nothing; one with a live owner is left alone (`in_use`). With `port` it is started on that port and no other.
 */
export async function serve(site: Site, port?: number): Promise<Serving> {
  const deadline = Date.now() + site.startTimeoutMs;
  for (;;) {
    await retireOrphan(site);
    const postmaster = await spawnPostmaster({ ...site, dir: site.clusterDir, port });
    const address = { port: postmaster.port, password: site.password };
    const claimed = await claim(address, () => postmaster.isGone(), deadline - Date.now());
    if (claimed.outcome === 'owned') return { postmaster, ownership: claimed.ownership };
    if (claimed.outcome === 'taken') {
      postmaster.release();
      throw inUse(site.dataDir, claimed.holder);
    }
    if (!postmaster.isGone()) await stopPostmaster(postmaster.pid, () => postmaster.isGone());
    const said = postmaster.logTail();
    postmaster.release();
    if (Date.now() > deadline || !passing.test(said)) throw startFailed(site, said, claimed.cause);
    await pause(100);
  }
}

function startFailed(site: Site, said: string, cause: unknown): LocalPostgresError {
  return new LocalPostgresError(
    'start_failed',
    `PostgreSQL did not start over ${site.clusterDir}. Its whole log is ${site.logPath}. ${useYourOwn} It said last:\n` +
      (said === '' ? '(nothing)' : said),
    { cause },
  );
}

async function retireOrphan({ dataDir, clusterDir, password, startTimeoutMs, log }: Site): Promise<void> {
  const found = await settledPostmaster(clusterDir);
  if (!found) return;
  const isGone = (): boolean => runningPostmaster(clusterDir)?.pid !== found.pid;
  const claimed = await claim({ port: found.port, password }, isGone, startTimeoutMs);
  if (claimed.outcome === 'taken') throw inUse(dataDir, claimed.holder);
  if (claimed.outcome === 'unreachable' && isGone()) return;
  if (claimed.outcome === 'unreachable') {
    throw new LocalPostgresError(
      'start_failed',
      `A PostgreSQL (process ${found.pid}) runs over ${clusterDir} and does not answer. It was left as it is. ` +
        `Look at its log, then stop it: kill -INT ${found.pid}`,
      { cause: claimed.cause },
    );
  }
  log(
    `Stopping a PostgreSQL (process ${found.pid}) that an earlier Witness left running over ${clusterDir}.`,
  );
  await claimed.ownership.end();
  await stopPostmaster(found.pid, isGone);
}

/** A pid file is written in several steps; its port comes a moment after its process. */
async function settledPostmaster(clusterDir: string): Promise<RunningPostmaster | null> {
  const deadline = Date.now() + 5_000;
  while (Date.now() < deadline) {
    const found = runningPostmaster(clusterDir);
    if (!found || found.port > 0) return found;
    await pause(20);
  }
  return runningPostmaster(clusterDir);
}
