import { describe, expect, it } from '@jest/globals';
import { Position } from '../position.ts';
import { allPositionOf, toPosition } from './all-position.ts';

const at = (value: bigint): { commit: bigint; prepare: bigint } => ({ commit: value, prepare: value });

describe('positions of KurrentDB', () => {
  it('keep their order and come back as they were', () => {
    const places = [1n, 9n, 10n, 1_170n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n - 1n].map(at);
    const positions = places.map(toPosition);
    expect([...positions].reverse().sort((a, b) => Position.compare(a, b))).toEqual(positions);
    expect(positions.map(allPositionOf)).toEqual(places);
    for (const position of positions) expect(Position.parse(position)).toBe(position);
  });

  it('tell the start, what is beyond any log, and what no event can be at', () => {
    expect(allPositionOf(Position.start)).toBe('start');
    expect(allPositionOf(Position.parse('9'.repeat(39))!)).toBe('beyond');
    expect(allPositionOf(Position.parse('999999')!)).toBe('start');
    expect(allPositionOf(Position.parse('18446744073709551616001')!)).toBe('foreign');
  });

  it('are none that fits into int8, so that no hash covers them', () => {
    expect(BigInt(toPosition(at(1n)))).toBeGreaterThan(2n ** 63n);
  });
});
