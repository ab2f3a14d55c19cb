import { describe, expect, it } from '@jest/globals';
import { createTails, emptyTail } from './tails.ts';

describe('the tails in memory', () => {
  it('let go of the streams that were not used for longest', () => {
    const tails = createTails(3);
    for (const name of ['a', 'b', 'c']) tails.set(name, emptyTail());
    tails.get('a');
    tails.set('d', emptyTail());
    expect(['a', 'b', 'c', 'd'].map((name) => tails.get(name) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('count the appends they know of, also those that came after a tail was put', () => {
    const tails = createTails(10);
    const tail = emptyTail();
    tails.set('a', tail);
    for (let index = 0; index < 9; index += 1) tail.appends?.set(String(index), index);
    tails.set('a', tail);
    tails.set('b', emptyTail());
    expect(tails.get('a')).toBeUndefined();
    for (const name of ['c', 'd', 'e']) tails.set(name, emptyTail());
    expect(tails.get('b')).toBeDefined();
  });

  it('keep the one that is being used, however large', () => {
    const tails = createTails(1);
    tails.set('a', { ...emptyTail(), appends: new Map([['x', 0]]) });
    expect(tails.get('a')).toBeDefined();
  });
});
