import { Position } from '@mcp-witness/event-log';

/** How far the read models of this database are, as this process knows it. */
export interface Progress {
  readonly position: Position;
  /** Positions that are not ahead are ignored. */
  advance(position: Position): void;
  /** Resolves once `position` is reached, true, or after `milliseconds`, false. */
  reached(position: Position, milliseconds: number): Promise<boolean>;
}

/** The injection token of {@link Progress}. */
export const PROGRESS = Symbol('PROGRESS');

interface Waiter {
  readonly position: Position;
  readonly settle: (reached: boolean) => void;
}

export function createProgress(): Progress {
  const waiters = new Set<Waiter>();
  let current = Position.start;
  return {
    get position() {
      return current;
    },
    advance(position) {
      if (Position.compare(position, current) <= 0) return;
      current = position;
      for (const waiter of waiters) {
        if (Position.compare(waiter.position, current) <= 0) waiter.settle(true);
      }
    },
    reached(position, milliseconds) {
      if (Position.compare(position, current) <= 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = (reached: boolean): void => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(reached);
        };
        const timer = setTimeout(settle, milliseconds, false);
        const waiter: Waiter = { position, settle };
        waiters.add(waiter);
      });
    },
  };
}
