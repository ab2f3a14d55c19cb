import { randomFillSync } from 'node:crypto';

/** Random bytes for many ids at once: asking for eight costs as much. */
const pool = Buffer.alloc(4096);
let taken = pool.length;

/** Where in the pool the next `count` random bytes stand. */
function random(count: number): number {
  if (taken + count > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += count;
  return taken - count;
}

let lastTime = 0;
let timeText = '';
let counter = 0;

function keepTime(time: number): void {
  const hex = time.toString(16).padStart(12, '0');
  lastTime = time;
  timeText = `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** What a new UUIDv7 begins with: its time, and a counter by which ids of one process rise also within one millisecond. */
export function newIdHead(): string {
  const now = Date.now();
  if (now > lastTime) {
    keepTime(now);
    counter = pool.readUInt16BE(random(2)) & 0x7ff;
  } else if (++counter > 0xfff) {
    keepTime(lastTime + 1);
    counter = 0;
  }
  return `${timeText}-7${counter.toString(16).padStart(3, '0')}`;
}

/** A new UUIDv7. */
export function newId(): string {
  const at = random(8);
  pool.writeUInt8((pool.readUInt8(at) & 0x3f) | 0x80, at);
  const tail = pool.toString('hex', at, at + 8);
  return `${newIdHead()}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
