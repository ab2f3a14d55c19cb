import { describe, expect, it } from '@jest/globals';
import { backoff } from './backoff.ts';

describe('backoff', () => {
  it('grows to a bound, and begins anew after a success', () => {
    const wait = backoff(() => 1);
    const waits = Array.from({ length: 12 }, () => wait.next());
    expect(waits.slice(0, 4)).toEqual([250, 500, 1000, 2000]);
    expect(Math.max(...waits)).toBe(15_000);
    wait.reset();
    expect(wait.next()).toBe(250);
  });

  it('spreads clients over at least half of each wait', () => {
    expect([backoff(() => 0).next(), backoff(() => 1).next()]).toEqual([125, 250]);
  });
});
