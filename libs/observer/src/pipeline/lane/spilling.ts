import type { Spool } from '../spool/spool.ts';
import type { Backlog, BacklogLimits } from './backlog.ts';
import type { Losses } from './losses.ts';

/** Takes what a sink does not take to the disk. */
export interface Spilling {
  /** The oldest events, once enough of them wait. */
  spill(): void;
  /** Nothing is on its way to the disk any more. */
  done(): Promise<void>;
  /** All that waits; what cannot be kept is counted as lost. */
  keepAll(): Promise<void>;
}

/** Of one file. */
const MOST_EVENTS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;

export function createSpilling({
  spool,
  backlog,
  losses,
  limits,
}: {
  readonly spool: Spool | null;
  readonly backlog: Backlog;
  readonly losses: Losses;
  readonly limits: BacklogLimits;
}): Spilling {
  let running: Promise<void> | null = null;
  // Memory must not be full before enough of them wait.
  const events = Math.min(MOST_EVENTS, Math.ceil(limits.events / 2));
  const bytes = Math.min(MOST_BYTES, limits.bytes / 2);

  /** False when the disk does not take it: it stays in memory. */
  async function keep(): Promise<boolean> {
    const oldest = backlog.first(events, bytes);
    const kept = spool !== null && (await spool.append(oldest).catch(() => false));
    if (kept) backlog.remove(oldest.length);
    return kept;
  }

  return {
    spill() {
      if (spool === null || running !== null) return;
      if (backlog.size < events && backlog.bytes < bytes) return;
      running = keep().then(() => {
        running = null;
      });
    },
    done: async () => {
      await running;
    },
    async keepAll() {
      await running;
      while (backlog.size > 0) {
        if (await keep()) continue;
        losses.lose(spool === null ? 'closed' : 'spool_full', backlog.size);
        backlog.remove(backlog.size);
      }
    },
  };
}
