import { setTimeout as pause } from 'node:timers/promises';
import { LocalPostgresError } from './failure.ts';

/** Fast shutdown, then an immediate one, which loses nothing: the next start recovers from the write-ahead log. */
const patience = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
] as const;

/** Sends one signal after the other until `isGone` tells that the postmaster has ended. Rejects with `stop_failed`. */
export async function stopPostmaster(
  pid: number,
  isGone: () => boolean,
  steps: readonly { readonly signal: NodeJS.Signals; readonly waitMs: number }[] = patience,
): Promise<void> {
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
    `PostgreSQL (process ${pid}) ended neither on SIGINT nor on SIGQUIT. Look at its log, and end it by hand.`,
  );
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
