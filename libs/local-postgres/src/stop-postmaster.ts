import { setTimeout as pause } from 'node:timers/promises';
import { LocalPostgresError } from './failure.ts';

const steps = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
] as const;

/**
 * Fast shutdown, then after 10 seconds an immediate one (which loses nothing: the next start recovers from the log).
 * `isGone` tells whether the postmaster has ended.
 */
export async function stopPostmaster(pid: number, isGone: () => boolean): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (!send(pid, signal)) return;
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (isGone()) return;
      await pause(10);
    }
  }
  throw new LocalPostgresError(
    'stop_failed',
    `PostgreSQL (process ${pid}) ended neither on SIGINT nor on SIGQUIT within 15 seconds. Look at its log, and end it by hand.`,
  );
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
