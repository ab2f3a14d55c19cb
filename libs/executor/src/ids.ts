import { randomBytes, randomFillSync } from 'node:crypto';

/** Random bytes for many ids at once: asking for eight costs as much. */
const pool = Buffer.alloc(4096);
let taken = pool.length;

function eightRandomBytes(): Buffer {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += 8;
  return pool.subarray(taken - 8, taken);
}

let lastTime = 0;
let counter = 0;

/** A new UUIDv7. Ids of one process rise, also within one millisecond. */
export function newId(): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    counter = randomBytes(2).readUInt16BE(0) & 0x7ff;
  } else if (++counter > 0xfff) {
    lastTime += 1;
    counter = 0;
  }
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  eightRandomBytes().copy(bytes, 8);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
