import { batchLimits, batchOf } from './backlog.ts';
import type { Store, Written } from './store.ts';

/** Keeps events for as long as the process lives: where there is no place on disk. */
export function createMemoryStore(): Store & { readonly count: number } {
  const held: Pick<Written, 'json' | 'bytes'>[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    get count() {
      return held.length;
    },
    append(events) {
      for (const { json, bytes } of events) {
        held.push({ json, bytes });
        size += bytes;
      }
      return Promise.resolve(true);
    },
    next() {
      let bytes = 0;
      let end = 0;
      while (end < held.length && end < batchLimits.events && bytes < batchLimits.bytes) {
        bytes += held[end]?.bytes ?? 0;
        end += 1;
      }
      const json = held.slice(0, end).map((one) => one.json);
      return Promise.resolve(end === 0 ? null : batchOf(json, end));
    },
    sent({ end }) {
      for (const one of held.splice(0, end)) size -= one.bytes;
      return Promise.resolve();
    },
    markLost: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
