import { hash } from 'node:crypto';
import { type HmacKey, hmacKey } from './hmac.ts';
import { blockBytes, type Keystream, keystream } from './keystream.ts';
import { createScratch } from './scratch.ts';

/** The two keys of deterministic authenticated encryption. */
export interface SivKey {
  readonly mac: HmacKey;
  readonly stream: Keystream;
}

/** First byte of what is sealed so. */
export const sivFormat = 2;

const macBytes = 16;
const headBytes = 1 + macBytes;
/** Bytes that sealing adds. */
export const sivOverheadBytes = headBytes;

const padBytes = 64;
const digestBytes = 32;

export const sivKey = (mac: Uint8Array, cipher: Uint8Array): SivKey => ({
  mac: hmacKey(mac),
  stream: keystream(cipher),
});

const takeWork = createScratch();
const takeSealed = createScratch();
const outer = Buffer.alloc(padBytes + digestBytes);
const counter = Buffer.alloc(blockBytes);

/** The head of HMAC-SHA-256 over what `bytes` holds from 64 to `end`; those before are for the key. One character a byte. */
const macOf = (key: HmacKey, bytes: Buffer, end: number): string => {
  bytes.set(key.inner);
  outer.set(key.outer);
  outer.write(hash('sha256', bytes.subarray(0, end), 'binary'), padBytes, 'latin1');
  return hash('sha256', outer, 'binary').slice(0, macBytes);
};

/** As in RFC 5297: without the bits that counting might carry into. */
const counterOf = (mac: string): Buffer => {
  counter.write(mac, 'latin1');
  for (const at of [8, 12]) counter.writeUInt8(counter.readUInt8(at) & 0x7f, at);
  return counter;
};

/** Spaces that go before the place, so that what follows it begins with a block. */
const spacesBefore = (place: string): string => {
  const over = Buffer.byteLength(place) % blockBytes;
  return over === 0 ? '' : ' '.repeat(blockBytes - over);
};

const isSame = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
};

/**
 * Base64 of the format byte (2), a MAC (16), and `plain` under AES-256 in counter mode. The MAC is the head of
 * HMAC-SHA-256 over spaces up to a multiple of 16 bytes, `place`, and `plain`. The first counter is the MAC with the highest
 * bit of its bytes 8 and 12 cleared. This is the synthetic IV of RFC 5297, with HMAC in the place of CMAC: the same under
 * the same key is the same text, and no counter serves two texts.
 */
export const sealSiv = ({ mac, stream }: SivKey, place: string, plain: string): string => {
  const before = spacesBefore(place) + place;
  const work = takeWork(padBytes + (before.length + plain.length) * 3 + blockBytes);
  const start = padBytes + work.bytes.write(before, padBytes);
  const end = start + work.bytes.write(plain, start);
  const tag = macOf(mac, work.bytes, end);
  stream.apply(counterOf(tag), work, start, end);
  const length = headBytes + end - start;
  const { bytes } = takeSealed(length);
  bytes[0] = sivFormat;
  bytes.write(tag, 1, 'latin1');
  work.bytes.copy(bytes, headBytes, start, end);
  return bytes.toString('base64', 0, length);
};

/** Null: it was not sealed with this key for this place. `sealed` are the bytes that base64 stands for. */
export const openSiv = ({ mac, stream }: SivKey, place: string, sealed: Buffer): string | null => {
  if (sealed.length < headBytes) return null;
  const before = spacesBefore(place) + place;
  const work = takeWork(padBytes + before.length * 3 + sealed.length + blockBytes);
  const start = padBytes + work.bytes.write(before, padBytes);
  const end = start + sealed.copy(work.bytes, start, headBytes);
  const tag = sealed.toString('latin1', 1, headBytes);
  stream.apply(counterOf(tag), work, start, end);
  return isSame(macOf(mac, work.bytes, end), tag) ? work.bytes.toString('utf8', start, end) : null;
};
