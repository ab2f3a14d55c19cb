import { Problem } from '../http/problem.ts';

/** Places for work of which only so much goes on at the same time. */
export interface Places {
  /** Resolves with what gives the place back, once there is one. Throws `unavailable` when that takes too long. */
  enter(): Promise<() => void>;
}

/** At most `most` have a place, and at most `waiting` wait for one, each for so long. */
export const createPlaces = ({
  most,
  waiting,
  patienceMilliseconds,
}: {
  readonly most: number;
  readonly waiting: number;
  readonly patienceMilliseconds: number;
}): Places => {
  let free = most;
  const queue = new Set<() => void>();
  const full = (): Problem => new Problem('unavailable', { retryAfterSeconds: 2 });

  const leave = (): void => {
    const [next] = queue;
    if (next === undefined) free += 1;
    else next();
  };
  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const take = (): void => {
        queue.delete(take);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(take);
        reject(full());
      }, patienceMilliseconds);
      queue.add(take);
    });
  return {
    async enter() {
      if (free > 0) free -= 1;
      else if (queue.size >= waiting) throw full();
      else await wait();
      let isInside = true;
      return () => {
        if (isInside) leave();
        isInside = false;
      };
    },
  };
};
