import { describe, expect, it } from '@jest/globals';
import { Position } from '@mcp-witness/event-log';
import fc from 'fast-check';
import { placeOf } from './place.ts';

const positions = fc.bigInt({ min: 0n, max: 10n ** 39n - 1n }).map((value) => value.toString() as Position);

describe('a place as text', () => {
  it('orders by code unit as positions do', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const [one, other] = [placeOf(a), placeOf(b)];
        const order = one < other ? -1 : Number(one > other);
        expect(order).toBe(Math.sign(Position.compare(a, b)));
      }),
    );
  });
});
