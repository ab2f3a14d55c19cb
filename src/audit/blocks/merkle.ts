import { hash } from 'node:crypto';

const leafByte = Buffer.of(0);
const nodeByte = Buffer.of(1);

/** The Merkle tree of RFC 9162: a leaf is hashed with a byte 0 before it, a node with a byte 1. */
const leafHash = (leaf: Uint8Array): Buffer => hash('sha256', Buffer.concat([leafByte, leaf]), 'buffer');

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([nodeByte, left, right]), 'buffer');

/** The largest power of two below `count`. */
const splitOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));

/** The root over one or more leaves. */
export const merkleRoot = (leaves: readonly Uint8Array[]): Buffer => {
  const [first] = leaves;
  if (first === undefined) throw new RangeError('A block holds at least one event.');
  if (leaves.length === 1) return leafHash(first);
  const split = splitOf(leaves.length);
  return nodeHash(merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)));
};

/**
 * What somebody who knows only the leaves that `own` accepts needs to compute the root: the roots of the largest
 * subtrees without any of them, from left to right.
 */
export const merkleProof = (
  leaves: readonly Uint8Array[],
  own: (index: number) => boolean,
): readonly Buffer[] => {
  const walk = (from: number, count: number): readonly Buffer[] => {
    const part = leaves.slice(from, from + count);
    if (!part.some((_, index) => own(from + index))) return [merkleRoot(part)];
    if (count === 1) return [];
    const split = splitOf(count);
    return [...walk(from, split), ...walk(from + split, count - split)];
  };
  return walk(0, leaves.length);
};

/** The root from some of `count` leaves, by their place, and a proof for the others; null when they do not fit together. */
export const rootOfProof = (
  count: number,
  own: ReadonlyMap<number, Uint8Array>,
  proof: readonly Uint8Array[],
): Buffer | null => {
  const places = [...own.keys()];
  if (count < 1 || places.some((place) => place < 0 || place >= count)) return null;
  let used = 0;
  const walk = (from: number, size: number): Buffer | null => {
    const inside = places.some((place) => place >= from && place < from + size);
    if (!inside) {
      const node = proof[used];
      used += 1;
      return node === undefined ? null : Buffer.from(node);
    }
    const leaf = own.get(from);
    if (size === 1) return leaf === undefined ? null : leafHash(leaf);
    const split = splitOf(size);
    const left = walk(from, split);
    const right = walk(from + split, size - split);
    return left === null || right === null ? null : nodeHash(left, right);
  };
  const root = walk(0, count);
  return used === proof.length ? root : null;
};
