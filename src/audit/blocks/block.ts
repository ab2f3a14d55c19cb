import { createHash } from 'node:crypto';
import { type Position } from '@mcp-witness/event-log';
import { type Signer, verifySignature } from './signing-key.ts';

/** One link of the signed chain: the events of the whole log between two positions, both included. */
export interface Block {
  /** From 1. */
  readonly number: number;
  readonly first_position: Position;
  readonly last_position: Position;
  readonly events: number;
  /** Of the Merkle tree over the hashes of the events, in position order. */
  readonly root: Uint8Array;
  /** Hash of the block before; 32 zero bytes in the first. */
  readonly previous: Uint8Array;
  /** RFC 3339 UTC. */
  readonly sealed_at: string;
  readonly hash: Uint8Array;
  readonly key_id: string;
  /** Ed25519 over the hash. */
  readonly signature: Uint8Array;
}

export type Unsigned = Omit<Block, 'hash' | 'key_id' | 'signature'>;

/** What the first block names as the one before it. */
export const chainOfBlocksStart: Uint8Array = new Uint8Array(32);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** SHA-256 of these lines in UTF-8, each ended by a line feed; bytes are lower-case hexadecimal. */
const blockHash = (block: Unsigned): Buffer =>
  createHash('sha256')
    .update(
      [
        'witness block 1',
        block.number,
        block.first_position,
        block.last_position,
        block.events,
        hex(block.root),
        hex(block.previous),
        block.sealed_at,
        '',
      ].join('\n'),
    )
    .digest();

export const signBlock = (unsigned: Unsigned, signer: Signer): Block => {
  const hash = blockHash(unsigned);
  return { ...unsigned, hash, key_id: signer.key_id, signature: signer.sign(hash) };
};

/** Why a block does not stand. */
export type BlockFault = 'block_changed' | 'block_out_of_chain' | 'foreign_key' | 'signature_invalid';

/** Judges a block by itself and against the one before it; `keys` are the public keys that are trusted, by id. */
export const judgeBlock = (
  block: Block,
  before: Pick<Block, 'number' | 'hash'> | null,
  keys: ReadonlyMap<string, Uint8Array>,
): BlockFault | null => {
  if (hex(blockHash(block)) !== hex(block.hash)) return 'block_changed';
  const follows =
    block.number === (before?.number ?? 0) + 1 &&
    hex(block.previous) === hex(before?.hash ?? chainOfBlocksStart);
  if (!follows) return 'block_out_of_chain';
  const key = keys.get(block.key_id);
  if (key === undefined) return 'foreign_key';
  return verifySignature(key, block.hash, block.signature) ? null : 'signature_invalid';
};
