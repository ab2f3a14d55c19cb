import { describe, expect, it } from '@jest/globals';
import { canonicalCatalog, canonicalJson } from './canonical.ts';

describe('canonicalJson', () => {
  it('writes RFC 8785', () => {
    const value = {
      '\u20ac': 'Euro',
      '\r': 1,
      '1': [-0, 1e21, 0.000001, 1e-7, 333333333.3333333],
      '\ufb33': null,
      '\ud83d\ude00': true,
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":1,"1":[0,1e+21,0.000001,1e-7,333333333.3333333],"\u20ac":"Euro","\ud83d\ude00":true,"\ufb33":null}',
    );
    expect(canonicalJson('\ud800\u0007')).toBe('"\\ud800\\u0007"');
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it('writes any depth', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(canonicalJson(deep)).toHaveLength(200_001);
  });
});

describe('canonicalCatalog', () => {
  it('is the same for any order of tools and members, absent and null', () => {
    const a = { name: 'a', description: 'x', input_schema: { b: 1, a: 2 } };
    const text = canonicalCatalog([{ name: 'b' }, a]);
    expect(text).toBe(
      '[{"description":"x","input_schema":{"a":2,"b":1},"name":"a"},{"description":null,"input_schema":null,"name":"b"}]',
    );
    expect(
      canonicalCatalog([
        { ...a, input_schema: { a: 2, b: 1 } },
        { name: 'b', description: null },
      ]),
    ).toBe(text);
  });
});
