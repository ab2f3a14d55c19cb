import { createHash } from 'node:crypto';

/** Counts by content, the least recently used dropped first. `null` is a known absence, `undefined` an unknown one. */
export interface CountCache {
  get(text: string): number | null | undefined;
  set(text: string, count: number | null): void;
}

export function countCache(limit: number): CountCache {
  const entries = new Map<string, number | null>();
  return {
    get(text) {
      const key = digest(text);
      const count = entries.get(key);
      if (count === undefined) return undefined;
      entries.delete(key);
      entries.set(key, count);
      return count;
    },
    set(text, count) {
      const key = digest(text);
      entries.delete(key);
      entries.set(key, count);
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
