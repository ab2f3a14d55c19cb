import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanText } from './clean.ts';
import { cleanJson } from './json.ts';

describe('cleanText', () => {
  it.each([
    ['a\u0000b\u0007c', 'abc'],
    ['a\u001b[31;1mred\u001b[0m', 'ared'],
    ['a\u001b]8;;http://x.test\u001b\\b\u001b]8;;\u001b\\', 'ab'],
    ['a\u009d0;title\u009cb\u0090q\u009cc', 'abc'],
    ['cut \u001b]0;title', 'cut 0;title'],
    ['a\u001bcb\u001b(Bc', 'abc'],
    ['\ud83d x \ude00 😀', ' x  😀'],
    ['\u{e0041}flag\u{e007f}\u2066\u202e\ufeff\u2060', 'flag'],
    ['a\nb\tc\rd', 'abcd'],
  ])('makes %j one clean line', (text, clean) => {
    expect(cleanText(text, { lineBreaks: false })).toEqual({ text: clean, cleaned: true });
  });

  it('keeps what people write', () => {
    for (const text of ['שלום עולם', '👩‍💻', 'क्‌ष', 'é\u200d', 'literal \\u0000', 'max_tokens, Bearer token']) {
      expect(cleanText(text, { lineBreaks: false })).toEqual({ text, cleaned: false });
    }
    expect(cleanText('a\r\nb\tc', { lineBreaks: true })).toEqual({ text: 'a\nb\tc', cleaned: true });
    expect(cleanText('a\nb', { lineBreaks: true })).toEqual({ text: 'a\nb', cleaned: false });
  });

  it('says that a secret was struck out, and not that a text was cut', () => {
    expect(cleanText('postgres://u:p@h', { lineBreaks: true })).toEqual({
      text: 'postgres://[redacted]@h',
      cleaned: true,
    });
    expect(cleanText('abcdef', { lineBreaks: true, maxBytes: 3 })).toEqual({ text: 'abc', cleaned: false });
  });

  it('gives what stays when cleaned again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        fc.constantFrom(8, 64, 1024),
        (text, lineBreaks, maxBytes) => {
          const once = cleanText(text, { lineBreaks, maxBytes }).text;
          return cleanText(once, { lineBreaks, maxBytes }).text === once && !/\p{Surrogate}|\0/u.test(once);
        },
      ),
    );
  });
});

describe('cleanJson', () => {
  it('gives back the very value when there is nothing to clean', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { api_key: { default: 'x' }, path: { const: '/a/b' } },
    };
    expect(cleanJson(schema)).toEqual({ ok: true, value: schema, cleaned: false });
    const result = cleanJson(schema);
    expect(result.ok && result.value).toBe(schema);
  });

  it('cleans keys and values at any place, `__proto__` among them, and touches no prototype', () => {
    const value = JSON.parse('{"__proto__":{"a\\u0000":["\\u202eb"]},"constructor":1}') as object;
    const result = cleanJson(value);
    expect(result).toMatchObject({ ok: true, cleaned: true });
    expect(JSON.stringify(result.ok && result.value)).toBe('{"__proto__":{"a":["b"]},"constructor":1}');
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });

  it('lets a key that was clean win over one that falls together with it', () => {
    expect(cleanJson({ 'a\u0000': 1, a: 2, 'b\u0000': 3, 'b\u0001': 4 })).toEqual({
      ok: true,
      value: { a: 2, b: 3 },
      cleaned: true,
    });
  });
});
