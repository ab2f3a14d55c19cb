import { type Cipher, createCipheriv } from 'node:crypto';
import { createScratch, type Scratch } from './scratch.ts';

/** What AES-256 in counter mode adds to texts, under one key. */
export interface Keystream {
  /**
   * Encrypts or decrypts in place, from byte `start` to byte `end`; `start` is a multiple of 16, and up to the next one
   * after `end` there must be room. `counter` has the 16 bytes of the first counter; the last four count from below 2^31.
   */
  apply(counter: Uint8Array, text: Scratch, start: number, end: number): void;
}

/** Bytes of a block of AES, and of a counter. */
export const blockBytes = 16;
const wordBytes = 4;
const blockWords = blockBytes / wordBytes;
const takeCounters = createScratch();
const takeStream = createScratch();

/** So many blocks, each of which counts one more than the one before it. */
const counting = (counter: Uint8Array, blocks: number): Buffer => {
  const { bytes, words } = takeCounters(blocks * blockBytes);
  bytes.set(counter);
  const [one = 0, two = 0, three = 0] = [words[0], words[1], words[2]];
  const first = bytes.readUInt32BE(blockBytes - wordBytes);
  for (let block = 1; block < blocks; block += 1) {
    const at = block * blockWords;
    words[at] = one;
    words[at + 1] = two;
    words[at + 2] = three;
    bytes.writeUInt32BE(first + block, at * wordBytes + blockBytes - wordBytes);
  }
  return bytes.subarray(0, blocks * blockBytes);
};

/**
 * Counter mode made of the bare block cipher, which keeps nothing from one text to the next: one object of Node's serves a
 * key for good, where a new one for each text would cost more than all else that is done to an event.
 */
export const keystream = (key: Uint8Array): Keystream => {
  let blockCipher: Cipher | null = null;
  return {
    apply(counter, { words }, start, end) {
      const blocks = Math.ceil((end - start) / blockBytes);
      if (blocks === 0) return;
      blockCipher ??= createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
      const stream = takeStream(blocks * blockBytes);
      stream.bytes.set(blockCipher.update(counting(counter, blocks)));
      const from = start / wordBytes;
      for (let word = 0; word < blocks * blockWords; word += 1)
        words[from + word] = (words[from + word] ?? 0) ^ (stream.words[word] ?? 0);
    },
  };
};
