import { type EventLog, type LogEvent, Position } from '@mcp-witness/event-log';
import { type SessionKeys } from '../../log/sealing/session-keys.ts';
import { type Block, type BlockFault, judgeBlock } from '../blocks/block.ts';
import { type BlockStore } from '../blocks/block-store.ts';
import { merkleRoot } from '../blocks/merkle.ts';
import { createStreamChains, type EventFault, type StreamChains } from './stream-chains.ts';

/** Why the log does not stand: of an event, of a block, or `events_missing` and `root_mismatch` between the two. */
type LogFaultReason = EventFault | BlockFault | 'events_missing' | 'root_mismatch';

interface FirstBad {
  /** Of the event; of a block its first. */
  readonly position: Position;
  readonly reason: LogFaultReason;
  /** Number of the block, where it is one that does not stand. */
  readonly block: number | null;
}

export interface Verification {
  readonly ok: boolean;
  /** Events that were looked at by this call. */
  readonly checked: number;
  readonly first_bad: FirstBad | null;
  /** Of those looked at, events whose payload was erased; digests and hashes stand all the same. */
  readonly erased: number;
  /** Blocks that were looked at. */
  readonly blocks: number;
  /** Of those looked at, events at the end that no block stands for yet. */
  readonly unsealed: number;
  /** Give it as `after` to go on; null when the end was reached or something is bad. */
  readonly next_after: Position | null;
}

export interface VerifyLog {
  readonly stored: Pick<EventLog, 'readAll' | 'readStream'>;
  readonly blocks: Pick<BlockStore, 'after' | 'upTo' | 'keys'>;
  readonly keys: Pick<SessionKeys, 'byIds'>;
  /** Begins after the block that ends here, or the last one before. */
  readonly after: Position;
  /** Events to look at, about: a block is looked at as a whole. */
  readonly limit: number;
}

interface Walk {
  readonly options: VerifyLog;
  readonly chains: StreamChains;
  readonly publicKeys: ReadonlyMap<string, Uint8Array>;
  position: Position;
  before: Block | null;
  checked: number;
  erased: number;
  blocks: number;
  unsealed: number;
}

const pageSize = 1_000;

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const checkEvents = async (walk: Walk, events: readonly LogEvent[]): Promise<FirstBad | null> => {
  const ids = new Set(events.flatMap(({ key_id }) => key_id ?? []));
  const known = await walk.options.keys.byIds(ids);
  walk.erased += events.filter(({ key_id }) => key_id !== null && !known.has(key_id)).length;
  walk.checked += events.length;
  const bad = await walk.chains.check(events);
  return bad && { position: bad.event.position, reason: bad.fault, block: null };
};

const blockReason = (walk: Walk, block: Block, events: readonly LogEvent[]): LogFaultReason | null => {
  const fault = judgeBlock(block, walk.before, walk.publicKeys);
  if (fault !== null) return fault;
  const isWhole =
    events.length === block.events &&
    events[0]?.position === block.first_position &&
    events.at(-1)?.position === block.last_position;
  if (!isWhole) return 'events_missing';
  return isSame(merkleRoot(events.map(({ hash }) => hash)), block.root) ? null : 'root_mismatch';
};

const checkBlock = async (walk: Walk, block: Block): Promise<FirstBad | null> => {
  const read = await walk.options.stored.readAll({ after: walk.position, limit: block.events + 1 });
  const events = read.filter(({ position }) => Position.compare(position, block.last_position) <= 0);
  const bad = await checkEvents(walk, events);
  if (bad !== null) return bad;
  walk.blocks += 1;
  const reason = blockReason(walk, block, events);
  if (reason !== null) return { position: block.first_position, reason, block: block.number };
  walk.before = block;
  walk.position = block.last_position;
  return null;
};

const checkTail = async (walk: Walk): Promise<FirstBad | null> => {
  while (walk.checked < walk.options.limit) {
    const limit = Math.min(pageSize, walk.options.limit - walk.checked);
    const events = await walk.options.stored.readAll({ after: walk.position, limit });
    const bad = await checkEvents(walk, events);
    walk.unsealed += events.length;
    if (bad !== null || events.length === 0) return bad;
    walk.position = events.at(-1)?.position ?? walk.position;
  }
  return null;
};

const answer = (walk: Walk, first_bad: FirstBad | null, next_after: Position | null): Verification => ({
  ok: first_bad === null,
  checked: walk.checked,
  first_bad,
  erased: walk.erased,
  blocks: walk.blocks,
  unsealed: walk.unsealed,
  next_after,
});

/**
 * Checks a part of the log: every event against its digest and the one before it in its stream, every block against its
 * signature, the one before it and its events. Uses the port alone, so that it holds for every engine. What it cannot
 * see is an end that was cut off together with its blocks: keep the number and hash of a block elsewhere for that.
 */
export const verifyLog = async (options: VerifyLog): Promise<Verification> => {
  const before = await options.blocks.upTo(options.after);
  const walk: Walk = {
    options,
    chains: createStreamChains(options.stored),
    publicKeys: await options.blocks.keys(),
    position: before?.last_position ?? Position.start,
    before,
    checked: 0,
    erased: 0,
    blocks: 0,
    unsealed: 0,
  };
  for (;;) {
    const list = await options.blocks.after(walk.position, 50);
    if (list.length === 0) break;
    for (const block of list) {
      const bad = await checkBlock(walk, block);
      if (bad !== null) return answer(walk, bad, null);
      if (walk.checked >= options.limit) return answer(walk, null, walk.position);
    }
  }
  // Past the last block it goes on where the caller is.
  if (Position.compare(options.after, walk.position) > 0) walk.position = options.after;
  const bad = await checkTail(walk);
  return answer(walk, bad, bad === null && walk.checked >= options.limit ? walk.position : null);
};
