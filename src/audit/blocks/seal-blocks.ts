import { type EventLog, type LogLink, Position } from '@mcp-witness/event-log';
import { type Block, chainOfBlocksStart, signBlock } from './block.ts';
import { type BlockStore } from './block-store.ts';
import { merkleRoot } from './merkle.ts';
import { type Signer } from './signing-key.ts';

/** Events of one block at most. */
const blockEvents = 1_000;

export interface SealBlocks {
  readonly stored: Pick<EventLog, 'readLinks'>;
  readonly blocks: BlockStore;
  readonly signer: Signer;
  readonly signal?: AbortSignal | undefined;
}

const next = (before: Block | null, events: readonly LogLink[], signer: Signer): Block => {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A block holds at least one event.');
  const unsigned = {
    number: (before?.number ?? 0) + 1,
    first_position: first.position,
    last_position: last.position,
    events: events.length,
    root: merkleRoot(events.map(({ hash }) => hash)),
    previous: before?.hash ?? chainOfBlocksStart,
    sealed_at: new Date().toISOString(),
  };
  return signBlock(unsigned, signer);
};

/**
 * Puts all that is in the log and in no block yet into blocks. Two processes that do it at once write no block twice:
 * the second sees that its number is taken and goes on after it.
 */
export const sealBlocks = async ({ stored, blocks, signer, signal }: SealBlocks): Promise<void> => {
  let before = await blocks.last();
  while (signal?.aborted !== true) {
    const after = before?.last_position ?? Position.start;
    const events = await stored.readLinks({ after, limit: blockEvents });
    if (events.length === 0) return;
    const block = next(before, events, signer);
    before = (await blocks.add(block)) ? block : await blocks.last();
  }
};
