import { createCipheriv, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openSiv, sealSiv, sivKey } from './siv.ts';

const [macKey, cipherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const key = sivKey(macKey, cipherKey);

/** The same by Node's own counter mode and HMAC, straight from the description. */
const expected = (place: string, plain: string): string => {
  const spaces = ' '.repeat((16 - (Buffer.byteLength(place) % 16)) % 16);
  const mac = createHmac('sha256', macKey)
    .update(spaces + place + plain)
    .digest()
    .subarray(0, 16);
  const counter = Buffer.from(mac);
  for (const at of [8, 12]) counter.writeUInt8(counter.readUInt8(at) & 0x7f, at);
  const sealed = createCipheriv('aes-256-ctr', cipherKey, counter).update(plain);
  return Buffer.concat([Buffer.of(2), mac, sealed]).toString('base64');
};

const texts = fc.string({ unit: 'grapheme', maxLength: 300 });

describe('sealing with a synthetic IV', () => {
  it('is HMAC and counter mode as they are described, for every place and text', () => {
    fc.assert(
      fc.property(texts, texts, (place, plain) => {
        expect(sealSiv(key, place, plain)).toBe(expected(place, plain));
        expect(openSiv(key, place, Buffer.from(sealSiv(key, place, plain), 'base64'))).toBe(plain);
      }),
    );
  });

  it('is the same for texts that are longer than the memory that is kept', () => {
    for (const plain of ['é'.repeat(3_000), 'x'.repeat(200_000), 'short'])
      expect(sealSiv(key, 'place', plain)).toBe(expected('place', plain));
  });
});
