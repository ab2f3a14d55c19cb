/** Gives the times at which this process records events, in microseconds since 1970. */
export interface Clock {
  /** Later than `after`, than all that it gave before, and than all that it was shown. */
  next(after: bigint): bigint;
  /** A time that another process gave. */
  show(time: bigint): void;
}

/**
 * How far ahead of this machine's clock a time of another process may be and still be followed: a machine whose clock is
 * a year ahead must not move all the others there. Within its stream order is kept regardless.
 */
const largestLead = 60_000_000n;

export function createClock(now: () => number = Date.now): Clock {
  let last = 0n;
  const current = (): bigint => BigInt(now()) * 1000n;
  return {
    next(after) {
      const time = current();
      const floor = after > last ? after : last;
      const given = time > floor ? time : floor + 1n;
      if (given - time <= largestLead) last = given;
      return given;
    },
    show(time) {
      if (time > last && time - current() <= largestLead) last = time;
    },
  };
}
