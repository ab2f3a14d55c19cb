import type { Entry } from './ledger.ts';

/**
 * Entries of attempts that the service does not know, or not yet: a relay and the servers of its agent do not tell it at the
 * same time.
 */
export interface Waiting {
  /** False when too many wait. */
  add(entry: Entry): boolean;
  /**
   * Takes those out that are to be tried again, and those that waited long enough for the attempt that a relay named; all of
   * these at the end.
   */
  take(isEnd: boolean): { readonly again: readonly Entry[]; readonly given: readonly Entry[] };
  readonly size: number;
}

const MOST = 5_000;
const PATIENCE_MS = 30_000;

export function createWaiting(now: () => number = () => performance.now()): Waiting {
  const since = new WeakMap<Entry, number>();
  let entries: Entry[] = [];
  return {
    get size() {
      return entries.length;
    },
    add(entry) {
      if (entries.length >= MOST) return false;
      if (!since.has(entry)) since.set(entry, now());
      entries.push(entry);
      return true;
    },
    take(isEnd) {
      const taken = entries;
      entries = [];
      const hasWaited = (entry: Entry): boolean => isEnd || now() - (since.get(entry) ?? 0) >= PATIENCE_MS;
      const isGiven = (entry: Entry): boolean => entry.home.isClaimed && hasWaited(entry);
      return { given: taken.filter(isGiven), again: taken.filter((entry) => !isGiven(entry)) };
    },
  };
}
