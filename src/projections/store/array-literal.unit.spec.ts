import { describe, expect, it } from '@jest/globals';
import { arrayLiteral, columnLiteral } from './array-literal.ts';

describe('an array literal', () => {
  it('quotes every text, so that none can end it or be taken for null', () => {
    expect(arrayLiteral([])).toBe('{}');
    expect(arrayLiteral(['a', 'NULL', '', 'b,c', '}{', '"', '\\'])).toBe(
      '{"a","NULL","","b,c","}{","\\"","\\\\"}',
    );
  });

  it('of a column holds numbers, truth values and nulls as they are', () => {
    expect(columnLiteral([1.5, true, null, 'a"b', 'NULL'], (value) => value)).toBe(
      '{1.5,true,NULL,"a\\"b","NULL"}',
    );
    expect(columnLiteral([], () => null)).toBe('{}');
  });
});
