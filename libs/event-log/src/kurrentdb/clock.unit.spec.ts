import { describe, expect, it } from '@jest/globals';
import { createClock } from './clock.ts';

const minute = 60_000_000n;

describe('the clock of an appending process', () => {
  it('gives rising times while the machine’s clock stands still or goes back', () => {
    let now = 1_000;
    const clock = createClock(() => now);
    const given = [clock.next(0n), clock.next(0n)];
    now = 900;
    given.push(clock.next(0n));
    expect(given).toEqual([1_000_000n, 1_000_001n, 1_000_002n]);
  });

  it('follows the end of a stream and the times of other processes', () => {
    const clock = createClock(() => 1_000);
    expect(clock.next(2_000_000n)).toBe(2_000_001n);
    clock.show(3_000_000n);
    expect(clock.next(0n)).toBe(3_000_001n);
  });

  it('keeps the order of a stream, and nothing else, behind a clock that is far ahead', () => {
    const clock = createClock(() => 1_000);
    const far = 1_000_000n + 2n * minute;
    clock.show(far);
    expect(clock.next(far)).toBe(far + 1n);
    expect(clock.next(0n)).toBe(1_000_000n);
  });
});
