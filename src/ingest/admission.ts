import { Problem } from '../http/problem.ts';

/** Lets work in as long as all that is inside weighs little enough. */
export interface Admission {
  /** Runs `act` when there is room; throws `unavailable` with Retry-After at once when there is none. */
  admit<Result>(weight: number, act: () => Promise<Result>): Promise<Result>;
}

/** One request is always let in, however heavy, as bodies are bounded already. */
export const createAdmission = (maximalWeight: number): Admission => {
  let inside = 0;
  return {
    admit: async (weight, act) => {
      if (inside > 0 && inside + weight > maximalWeight)
        throw new Problem('unavailable', { retryAfterSeconds: 1 });
      inside += weight;
      try {
        return await act();
      } finally {
        inside -= weight;
      }
    },
  };
};
