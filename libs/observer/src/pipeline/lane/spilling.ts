import type { Spool } from '../spool/spool.ts';
import type { Backlog } from './backlog.ts';
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

/** Events of one file. */
const CHUNK = 1_000;

export function createSpilling({
  spool,
  backlog,
  losses,
}: {
  readonly spool: Spool | null;
  readonly backlog: Backlog;
  readonly losses: Losses;
}): Spilling {
  let running: Promise<void> | null = null;

  /** False when the disk does not take it: it stays in memory. */
  async function keep(most: number): Promise<boolean> {
    const events = backlog.first(most);
    const kept = spool !== null && (await spool.append(events));
    if (kept) backlog.remove(events.length);
    return kept;
  }

  return {
    spill() {
      if (spool === null || running !== null || backlog.size < CHUNK) return;
      running = keep(CHUNK).then(() => {
        running = null;
      });
    },
    done: async () => {
      await running;
    },
    async keepAll() {
      await running;
      while (backlog.size > 0) {
        if (await keep(CHUNK)) continue;
        losses.lose(spool === null ? 'closed' : 'spool_full', backlog.size);
        backlog.remove(backlog.size);
      }
    },
  };
}
