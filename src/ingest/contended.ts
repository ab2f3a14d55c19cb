import { Problem } from '../http/problem.ts';

const maximalRounds = 50;

/** Ends a loop that decides again after each conflict, when others have been faster too often. */
export const contended = (round: number): void => {
  if (round + 1 >= maximalRounds) throw new Problem('unavailable', { retryAfterSeconds: 1 });
};
