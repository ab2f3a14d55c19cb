/** Memory that is used again and again by who works on one text after the other. */
export interface Scratch {
  readonly bytes: Buffer;
  /** The same memory; its length is a multiple of 16 bytes. */
  readonly words: Uint32Array;
}

/** More is not kept. */
const mostKept = 64 * 1024;

// Not of Node's pool, which begins anywhere.
const make = (size: number): Scratch => {
  const memory = new ArrayBuffer(Math.ceil(size / 16) * 16);
  return { bytes: Buffer.from(memory), words: new Uint32Array(memory) };
};

/** Gives memory of `size` bytes at least, with whatever was in it before: the caller's until more is taken. */
export const createScratch = (): ((size: number) => Scratch) => {
  let held = make(4 * 1024);
  return (size) => {
    if (size <= held.bytes.length) return held;
    const made = make(size);
    if (size <= mostKept) held = made;
    return made;
  };
};
