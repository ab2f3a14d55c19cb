import { describe, expect, it } from '@jest/globals';
import { arrayLiteral } from './array-literal.ts';

describe('an array literal', () => {
  it('quotes every text, so that none can end it or be taken for null', () => {
    expect(arrayLiteral([])).toBe('{}');
    expect(arrayLiteral(['a', 'NULL', '', 'b,c', '}{', '"', '\\'])).toBe(
      '{"a","NULL","","b,c","}{","\\"","\\\\"}',
    );
  });
});
