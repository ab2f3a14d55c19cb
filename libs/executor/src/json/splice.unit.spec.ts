import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { json, randomness, spaced } from '../../test/json/spaced.ts';
import { objectMembers } from './scan.ts';
import { applyEdits, removeMembers } from './splice.ts';

function remove(text: string, ...keys: string[]): string {
  const bytes = Buffer.from(text);
  return applyEdits(bytes, removeMembers(objectMembers(bytes, 0)!, new Set(keys))).toString();
}

describe('taking members out of an object', () => {
  it.each([
    ['{"a":1}', '{}'],
    ['{"a":1,"b":2}', '{"b":2}'],
    ['{"b":2,"a":1}', '{"b":2}'],
    ['{ "b":2 , "a":1 , "c":3 }', '{ "b":2 , "c":3 }'],
    ['{"a":1,"a":2,"b":3,"a":4,"a":5}', '{"b":3}'],
    ['{"\\u0061":[{"a":1}], "b":{"a":1}}', '{"b":{"a":1}}'],
  ])('turns %s into %s', (before, after) => {
    expect(remove(before, 'a')).toBe(after);
  });

  it('leaves the other members as they were, whatever is taken out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), json)),
        fc.subarray(['a', 'b', 'c']),
        randomness,
        (members, keys, random) => {
          const write = (list: typeof members): string =>
            `{${list.map(([key, value]) => `"${key}":${spaced(value, random)}`).join(' , ')}}`;
          const kept = members.filter(([key]) => !keys.includes(key));
          const after = remove(write(members), ...keys);
          expect(JSON.parse(after)).toEqual(JSON.parse(write(kept)));
        },
      ),
      { numRuns: 500 },
    );
  });
});
