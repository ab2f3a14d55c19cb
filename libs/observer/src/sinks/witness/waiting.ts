import type { Entry } from './ledger.ts';

/**
 * Entries of attempts that the service does not know, or not yet: a relay and the servers of its agent do not tell it at the
 * same time.
 */
export interface Waiting {
  /** False when too many wait. */
  add(entry: Entry): boolean;
  /** Takes those out that are to be tried again, and those that waited long enough; all of them at the end. */
  take(isEnd: boolean): { readonly again: readonly Entry[]; readonly given: readonly Entry[] };
  readonly size: number;
}

const MOST = 5_000;
const PATIENCE_MS = 30_000;

export function createWaiting(now: () => number = () => performance.now()): Waiting {
  const since = new Map<string, number>();
  let entries: Entry[] = [];
  return {
    get size() {
      return entries.length;
    },
    add(entry) {
      if (entries.length >= MOST) return false;
      const id = entry.event.event_id;
      if (!since.has(id)) since.set(id, now());
      entries.push(entry);
      return true;
    },
    take(isEnd) {
      const taken = entries;
      entries = [];
      const waited = ({ event }: Entry): number => now() - (since.get(event.event_id) ?? 0);
      const given = taken.filter((entry) => isEnd || waited(entry) >= PATIENCE_MS);
      for (const { event } of given) since.delete(event.event_id);
      return { given, again: taken.filter((entry) => !given.includes(entry)) };
    },
  };
}
