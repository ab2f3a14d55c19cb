import { setBounded } from './bounded.ts';

export interface Connections {
  /** A new connection on this transport client; it may have had others, which are not closed by that. */
  open(key: string | null): string;
  current(key: string | null): string | null;
  /** Every connection of a transport client that is gone. */
  close(key: string): readonly string[];
  /** Every connection there is. */
  closeAll(): readonly string[];
}

const MOST_KEYS = 1024;
const MOST_PER_KEY = 16;

/** A client without a key of its own (HTTP without sessions): the newest that opened stands for all of them. */
const WITHOUT_KEY = '\u0000';

export function createConnections(newConnectionId: () => string): Connections {
  const byKey = new Map<string, readonly string[]>();
  return {
    open(key) {
      const id = newConnectionId();
      const earlier = key === null ? [] : (byKey.get(key) ?? []);
      setBounded(byKey, key ?? WITHOUT_KEY, [...earlier.slice(1 - MOST_PER_KEY), id], MOST_KEYS);
      return id;
    },
    current: (key) => byKey.get(key ?? WITHOUT_KEY)?.at(-1) ?? null,
    close(key) {
      const ids = byKey.get(key) ?? [];
      byKey.delete(key);
      return ids;
    },
    closeAll() {
      const ids = [...byKey.values()].flat();
      byKey.clear();
      return ids;
    },
  };
}
