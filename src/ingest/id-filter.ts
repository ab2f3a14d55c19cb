/** Ids that were seen, at about four bytes each: a Bloom filter that grows. What was never added is held for seen once in 20,000 times. */
export interface IdFilter {
  add(id: string): void;
  /** False: it was never added. */
  mayHold(id: string): boolean;
  /** What it takes of memory. */
  readonly bytes: number;
}

interface Block {
  readonly bits: Uint32Array;
  readonly capacity: number;
  count: number;
}

interface Hash {
  readonly first: number;
  readonly step: number;
}

const bitsOfEach = 32;
const probes = 8;
/** A power of two, as all capacities are. */
const leastCapacity = 64;

const mix = (hash: number): number => {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return whole ^ (whole >>> 16);
};

/** All bits of an id follow from two numbers (Kirsch and Mitzenmacher, 2006), mixed once more, as a small block has few places. */
const hashOf = (id: string): Hash => {
  let first = 0x811c9dc5;
  let step = 0x9747b28c;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    step = Math.imul(step ^ code, 0x5bd1e995);
    step ^= step >>> 15;
  }
  return { first, step: step | 1 };
};

const placeOf = ({ first, step }: Hash, probe: number, { capacity }: Block): number =>
  mix(first + Math.imul(probe, step)) & (capacity * bitsOfEach - 1);

const mark = (block: Block, hash: Hash): void => {
  for (let probe = 0; probe < probes; probe += 1) {
    const place = placeOf(hash, probe, block);
    block.bits[place >>> 5] = (block.bits[place >>> 5] ?? 0) | (1 << (place & 31));
  }
};

const isMarked = (block: Block, hash: Hash): boolean => {
  for (let probe = 0; probe < probes; probe += 1) {
    const place = placeOf(hash, probe, block);
    if (((block.bits[place >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false;
  }
  return true;
};

export const createIdFilter = (): IdFilter => {
  const blocks: Block[] = [];
  let count = 0;

  /** A new one has room for as many as all before it hold: there are few of them, and at most half is empty. */
  const open = (): Block => {
    const last = blocks.at(-1);
    if (last !== undefined && last.count < last.capacity) return last;
    const capacity = Math.max(leastCapacity, count);
    const block = { bits: new Uint32Array((capacity * bitsOfEach) / 32), capacity, count: 0 };
    blocks.push(block);
    return block;
  };

  return {
    add(id) {
      const block = open();
      mark(block, hashOf(id));
      block.count += 1;
      count += 1;
    },
    mayHold(id) {
      const hash = hashOf(id);
      return blocks.some((block) => isMarked(block, hash));
    },
    get bytes() {
      return blocks.reduce((sum, { bits }) => sum + bits.byteLength, 0);
    },
  };
};
