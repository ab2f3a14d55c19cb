import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileGlob } from './glob.ts';

const fitsGlob = (name: string, glob: string): boolean => compileGlob(glob)(name);

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

  it('of more places than a word has bits fits what it says and nothing else', () => {
    const name = Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    for (const at of [0, 30, 31, 32, 33, 63, 64, 95, 99]) {
      const [before, behind] = [name.slice(0, at), name.slice(at + 1)];
      expect(fitsGlob(name, `${before}?${behind}`)).toBe(true);
      expect(fitsGlob(name, `${before}*${behind}`)).toBe(true);
      expect(fitsGlob(name, `${before}a${behind}`)).toBe(false);
      expect(fitsGlob(name, `${before}a*${behind}`)).toBe(false);
    }
  });

  it('takes as many steps as name and glob are long, also where each place fits again and again', () => {
    // By trying each place anew this would take more steps than a day has microseconds.
    const fits = compileGlob(`${'*a?'.repeat(20_000)}b`);
    expect(fits('a'.repeat(100_000))).toBe(false);
  });
});
