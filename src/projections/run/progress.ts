import { Position } from '@mcp-witness/event-log';
import { allShards } from '../shard.ts';
import type { ShardCheckpoint } from '../store/projection-store.ts';

type Reached = Pick<ShardCheckpoint, 'shard' | 'position'>;

/** How far the read models of this database are, as this process knows it. */
export interface Progress {
  /** Everything up to here is in the rows, of all shards. */
  readonly position: Position;
  /** The same of one shard. */
  of(shard: number): Position;
  /** Positions that are not ahead are ignored. */
  advance(shards: readonly Reached[]): void;
  /** Resolves once `position` is reached, true, or after `milliseconds`, false. */
  reached(position: Position, milliseconds: number): Promise<boolean>;
}

/** The injection token of {@link Progress}. */
export const PROGRESS = Symbol('PROGRESS');

interface Waiter {
  readonly position: Position;
  readonly settle: (reached: boolean) => void;
}

const earlier = (a: Position, b: Position): Position => (Position.compare(a, b) <= 0 ? a : b);

export function createProgress(): Progress {
  const waiters = new Set<Waiter>();
  const shards = new Map(allShards.map((shard) => [shard, Position.start]));
  let current = Position.start;
  const of = (shard: number): Position => shards.get(shard) ?? Position.start;
  return {
    get position() {
      return current;
    },
    of,
    advance(moved) {
      for (const { shard, position } of moved) {
        if (Position.compare(position, of(shard)) > 0) shards.set(shard, position);
      }
      current = [...shards.values()].reduce(earlier);
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
