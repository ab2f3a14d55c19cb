import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hmac, hmacKey } from './hmac.ts';

describe('an HMAC', () => {
  it('is the one of RFC 2104, over all parts', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), bytes, bytes, (key, first, second) => {
        const expected = createHmac('sha256', key).update(first).update(second).digest();
        expect(hmac(hmacKey(key), first, second)).toEqual(expected);
      }),
    );
  });

  it('takes no key that is longer than a block', () => {
    expect(() => hmacKey(new Uint8Array(65))).toThrow(RangeError);
  });
});
