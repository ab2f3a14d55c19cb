import { describe, expect, it } from '@jest/globals';
import { Position } from './position.ts';

describe('Position', () => {
  it('takes decimal digits without leading zeros and nothing else', () => {
    expect(['0', '7', '10', '9'.repeat(39)].map((text) => Position.parse(text))).not.toContain(null);
    for (const text of ['', '00', '01', '-1', '+1', '1.0', '1e3', ' 1', '1\n', '٣', '9'.repeat(40)]) {
      expect(Position.parse(text)).toBeNull();
    }
  });

  it('orders by length and then by text, beyond what a number holds', () => {
    const shuffled = ['10', '9007199254740993', '2', '0', '9007199254740992', '9'];
    const sorted = shuffled.map((text) => Position.parse(text)!).sort((a, b) => Position.compare(a, b));
    expect(sorted).toEqual(['0', '2', '9', '10', '9007199254740992', '9007199254740993']);
    expect(Position.compare(Position.start, Position.start)).toBe(0);
  });
});
