import type { Written } from './store.ts';

/** What is kept in one turn. */
export interface Kept {
  readonly events: readonly Written[];
  readonly durable: boolean;
}

/** Hands on at one go what comes in one turn: a promise and a write for each event would cost more than the event. */
export interface ByTurn {
  /** Resolves when what it is part of is done. */
  add(kept: Kept): Promise<void>;
  /** Resolves when all that came so far is done. */
  settled(): Promise<void>;
}

export function createByTurn(hand: (kept: Kept) => Promise<void>): ByTurn {
  let events: Written[] = [];
  let durable = false;
  let done: Promise<void> | null = null;

  const handOn = (): Promise<void> => {
    const kept = { events, durable };
    events = [];
    durable = false;
    done = null;
    return hand(kept);
  };
  return {
    add(kept) {
      for (const event of kept.events) events.push(event);
      durable ||= kept.durable;
      done ??= Promise.resolve().then(handOn);
      return done;
    },
    settled: () => done ?? Promise.resolve(),
  };
}
