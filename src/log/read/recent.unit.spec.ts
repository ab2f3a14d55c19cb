import { describe, expect, it } from '@jest/globals';
import { type Position } from '@mcp-witness/event-log';
import { logEventAt } from '../../../test/support/log-events.ts';
import { createRecent } from './recent.ts';

const at = (position: number): Position => String(position) as Position;

describe('the newest part of the log in memory', () => {
  it('gives what comes after a position, and nothing where it does not hold all of it', () => {
    const recent = createRecent();
    recent.push([logEventAt(1)]);
    expect(recent.after(at(0), 10)).toBeNull();
    recent.restart(at(5));
    recent.push([6, 7, 9, 10].map((n) => logEventAt(n)));
    const after = (n: number, limit = 10) => recent.after(at(n), limit)?.map(({ position }) => position);
    expect(after(4)).toBeUndefined();
    expect(after(5)).toEqual(['6', '7', '9', '10']);
    expect(after(7)).toEqual(['9', '10']);
    expect(after(8, 1)).toEqual(['9']);
    expect(after(10)).toEqual([]);
    expect(after(99)).toEqual([]);
  });

  it('drops the oldest when it holds too many or too much, and says from then on that it has not all of it', () => {
    for (const [limits, data] of [
      [{ events: 4, text: 1_000 }, ''],
      [{ events: 1_000, text: 40 }, '0123456789'],
    ] as const) {
      const recent = createRecent(limits);
      recent.restart(at(0));
      for (let n = 1; n <= 5; n += 1) recent.push([logEventAt(n, data)]);
      expect(recent.after(at(0), 10)).toBeNull();
      expect(recent.after(at(3), 10)?.map(({ position }) => position)).toEqual(['4', '5']);
      recent.push([logEventAt(6, 'x'.repeat(2_000))]);
    }
  });
});
