import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fitsGlob } from './glob.ts';

describe('a glob on names', () => {
  it.each([
    ['files', 'files', true],
    ['files', 'Files', false],
    ['files', '*', true],
    ['files', 'f*s', true],
    ['files', 'f*', true],
    ['files', '*x*', false],
    ['files', '?iles', true],
    ['😀', '?', true],
    ['a.b', 'a.b', true],
    ['axb', 'a.b', false],
    ['a(b', 'a(*', true],
    ['abab', '*ab', true],
    ['abc', 'a**c', true],
    ['ab', 'a?b', false],
    ['a*b', 'a*b', true],
    ['files', 'file', false],
  ])('fits %j to %j: %j', (name, glob, fits) => {
    expect(fitsGlob(name, glob)).toBe(fits);
  });

  it('agrees with a regular expression made of it', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 });
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(few, glob, (name, pattern) => {
        const source = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(fitsGlob(name, pattern)).toBe(new RegExp(`^${source}$`).test(name));
      }),
      { numRuns: 1000 },
    );
  });

  it('is done at once with what makes other matchers take for ever', () => {
    expect(fitsGlob('a'.repeat(256), `${'a*'.repeat(127)}b`)).toBe(false);
  });
});
