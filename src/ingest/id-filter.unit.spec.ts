import { describe, expect, it } from '@jest/globals';
import { createIdFilter } from './id-filter.ts';

/** As a monotonic generator counts: ids that differ in their last places alone. */
const idOf = (n: number): string => `0197a000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

describe('a filter of ids', () => {
  it.each([0, 1, 63, 64, 65, 5_000])('forgets none of %s ids', (count) => {
    const filter = createIdFilter();
    for (let n = 0; n < count; n += 1) filter.add(idOf(n));
    for (let n = 0; n < count; n += 1) expect(filter.mayHold(idOf(n))).toBe(true);
  });

  it('takes hardly any other for one of them', () => {
    const filter = createIdFilter();
    for (let n = 0; n < 5_000; n += 1) filter.add(idOf(n));
    const mistaken = Array.from({ length: 20_000 }, (_, n) => idOf(5_000 + n)).filter((id) =>
      filter.mayHold(id),
    );
    expect(mistaken.length).toBeLessThan(10);
  });

  it('takes four bytes for an id, and at most as much again for those to come', () => {
    const filter = createIdFilter();
    for (let n = 0; n < 5_000; n += 1) filter.add(idOf(n));
    expect(filter.bytes).toBeLessThanOrEqual(5_000 * 8);
  });
});
