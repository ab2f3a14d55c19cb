import type { RequestId } from './client-request.ts';

/** Requests that wait for their answers. The number 7 and the string "7" are two ids; of one id the oldest is answered first. */
export interface Unanswered<Entry> {
  readonly none: boolean;
  add(id: RequestId, entry: Entry): void;
  /** Undefined: nothing waits for that answer. */
  take(id: RequestId): Entry | undefined;
  entries(): readonly Entry[];
  /** Gives up all that is left. */
  clear(): readonly Entry[];
}

const keyOf = (id: RequestId): string => `${typeof id}:${id}`;

export function createUnanswered<Entry>(): Unanswered<Entry> {
  const waiting = new Map<string, readonly Entry[]>();
  return {
    get none() {
      return waiting.size === 0;
    },
    add(id, entry) {
      waiting.set(keyOf(id), [...(waiting.get(keyOf(id)) ?? []), entry]);
    },
    take(id) {
      const [oldest, ...rest] = waiting.get(keyOf(id)) ?? [];
      if (rest.length === 0) waiting.delete(keyOf(id));
      else waiting.set(keyOf(id), rest);
      return oldest;
    },
    entries: () => [...waiting.values()].flat(),
    clear() {
      const left = [...waiting.values()].flat();
      waiting.clear();
      return left;
    },
  };
}
