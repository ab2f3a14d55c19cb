import { chainStart } from '../chain.ts';

/** The end of a stream, as far as this process knows. */
export interface Tail {
  /** Events in the stream. */
  readonly length: number;
  /** Hash of the last one. */
  readonly hash: Uint8Array;
  /** When the last one was recorded, in microseconds. */
  readonly recorded: bigint;
  /** Where each append of the stream begins; null when not all of it was read. */
  readonly appends: Map<string, number> | null;
}

export const emptyTail = (): Tail => ({ length: 0, hash: chainStart, recorded: 0n, appends: new Map() });

/** The tails of the streams last used. What is not here is read from the server. */
export interface Tails {
  get(name: string): Tail | undefined;
  set(name: string, tail: Tail): void;
  drop(name: string): void;
}

/** Entries in memory: streams, and the appends of those whose appends are known. */
const mostEntries = 200_000;

export function createTails(most = mostEntries): Tails {
  const held = new Map<string, { readonly tail: Tail; readonly weight: number }>();
  let entries = 0;
  const drop = (name: string): void => {
    entries -= held.get(name)?.weight ?? 0;
    held.delete(name);
  };
  return {
    drop,
    get(name) {
      const found = held.get(name);
      if (found === undefined) return undefined;
      held.delete(name);
      held.set(name, found);
      return found.tail;
    },
    set(name, tail) {
      drop(name);
      const weight = 1 + (tail.appends?.size ?? 0);
      held.set(name, { tail, weight });
      entries += weight;
      for (const oldest of held.keys()) {
        if (entries <= most || held.size === 1) return;
        drop(oldest);
      }
    },
  };
}
