import { describe, expect, it } from '@jest/globals';
import { createRates } from './rates.ts';

const clock = () => {
  let time = 0;
  return { now: () => time, pass: (seconds: number) => (time += seconds * 1_000) };
};

describe('rates', () => {
  it('let a minute’s worth through at once, and then as much as a minute allows, for each key apart', () => {
    const { now, pass } = clock();
    const rates = createRates({ now });
    expect(Array.from({ length: 7 }, () => rates.take('a', 6))).toEqual([0, 0, 0, 0, 0, 0, 10]);
    expect(rates.wait('a', 6)).toBe(10);
    expect(rates.take('b', 6)).toBe(0);
    pass(9.5);
    expect(rates.take('a', 6)).toBe(1);
    pass(0.5);
    expect([rates.take('a', 6), rates.take('a', 6)]).toEqual([0, 10]);
    pass(3_600);
    expect(Array.from({ length: 7 }, () => rates.take('a', 6)).filter((wait) => wait === 0)).toHaveLength(6);
  });

  it('do not count what only looks', () => {
    const rates = createRates({ now: clock().now });
    for (let n = 0; n < 10; n += 1) expect(rates.wait('a', 2)).toBe(0);
    expect(rates.take('a', 2)).toBe(0);
  });

  it('forget those unused for longest when there are too many', () => {
    const rates = createRates({ most: 2, now: clock().now });
    for (const key of ['a', 'b', 'a', 'c']) rates.take(key, 1);
    expect(rates.wait('a', 1)).toBeGreaterThan(0);
    expect(rates.wait('b', 1)).toBe(0);
  });
});
