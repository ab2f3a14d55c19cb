import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { elementFile, packedElement, sizeBudgets } from '../../support/packed-size.ts';

describe('the custom element', () => {
  it('is one file of less than 150 KB, packed, and loads nothing else', () => {
    expect(packedElement()).toBeLessThan(sizeBudgets.element);
    expect(readFileSync(elementFile, 'utf8')).not.toMatch(
      /\bimport\s*\(|\bfrom\s*["']|https?:\/\/(?!www\.w3\.org|react\.dev)[a-z]/,
    );
  });
});
