import { Position } from '../position.ts';

/** A place in KurrentDB's transaction log. */
export interface AllPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

const half = 64n;
const lowHalf = (1n << half) - 1n;
const largest = (1n << 63n) - 1n;

/** Commit and prepare as one number, the commit above the prepare: at most 39 digits, and the order is kept. */
export const toPosition = ({ commit, prepare }: AllPosition): Position =>
  String((commit << half) + prepare) as Position;

/**
 * The place that a position stands for. `start`: before every event. `beyond`: after everything that a server can hold. `foreign`: no event of a
 * server is there, as each has its commit where its prepare is; reading from the middle of a record would fail.
 */
export function allPositionOf(position: Position): AllPosition | 'start' | 'beyond' | 'foreign' {
  if (position === Position.start) return 'start';
  const value = BigInt(position);
  const place = { commit: value >> half, prepare: value & lowHalf };
  if (place.commit === 0n) return 'start';
  if (place.commit > largest) return 'beyond';
  return place.commit === place.prepare ? place : 'foreign';
}
