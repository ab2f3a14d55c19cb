import { Position } from '@mcp-witness/event-log';
import { type Block, judgeBlock } from '../blocks/block.ts';
import { rootOfProof } from '../blocks/merkle.ts';
import { type ExportFaultCode } from './export-fault.ts';
import { type BlockLine, type EventLine } from './lines.ts';

type Find = (code: ExportFaultCode, what: string) => void;

/** Checks the blocks of an export, each with the events that stand before it. */
export interface BlockCheck {
  event(line: EventLine): void;
  block(line: BlockLine, find: Find): void;
  /** Events that no block followed. */
  readonly open: number;
  readonly head: string | null;
  readonly count: number;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'hex');
const positionOf = (text: string): Position => Position.parse(text) ?? Position.start;

const toBlock = (line: BlockLine): Block => ({
  number: line.number,
  first_position: positionOf(line.first_position),
  last_position: positionOf(line.last_position),
  events: line.events,
  root: bytes(line.root),
  previous: bytes(line.previous),
  sealed_at: line.sealed_at,
  hash: bytes(line.hash),
  key_id: line.key_id,
  signature: Buffer.from(line.signature, 'base64'),
});

export const createBlockCheck = (trusted: ReadonlyMap<string, Uint8Array>): BlockCheck => {
  let events: EventLine[] = [];
  let before: Block | null = null;
  let count = 0;

  const checkPlace = (block: Block, find: Find): void => {
    const expected = (before?.number ?? 0) + 1;
    if (block.number > expected) find('missing', `block ${expected}`);
    else if (block.number < expected) {
      const code = block.number === before?.number ? 'duplicated' : 'reordered';
      find(code, `block ${block.number}`);
    }
  };
  const checkSelf = (block: Block, find: Find): void => {
    const isNext = block.number === (before?.number ?? 0) + 1;
    // Out of its place it is judged by itself, against the block that it says came before.
    const assumed = isNext ? before : { number: block.number - 1, hash: block.previous };
    const fault = judgeBlock(block, block.number === 1 ? null : assumed, trusted);
    if (fault === 'foreign_key') find('foreign_key', `block ${block.number}`);
    else if (fault === 'signature_invalid') find('bad_signature', `block ${block.number}`);
    else if (fault !== null) find('changed', `block ${block.number}`);
  };
  const checkEvents = (line: BlockLine, block: Block, find: Find): void => {
    const inside = events.filter(({ position }) => {
      const place = positionOf(position);
      return (
        Position.compare(place, block.first_position) >= 0 &&
        Position.compare(place, block.last_position) <= 0
      );
    });
    const own = new Map(inside.map(({ leaf, hash }) => [leaf, bytes(hash)]));
    if (own.size < line.own) {
      find('missing', `${line.own - own.size} events of block ${line.number}`);
      return;
    }
    const root = rootOfProof(line.events, own, line.proof.map(bytes));
    if (root?.equals(block.root) !== true) find('changed', `the events of block ${line.number}`);
  };

  return {
    get open() {
      return events.length;
    },
    get head() {
      return before === null ? null : Buffer.from(before.hash).toString('hex');
    },
    get count() {
      return count;
    },
    event: (line) => {
      events.push(line);
    },
    block: (line, find) => {
      const block = toBlock(line);
      checkPlace(block, find);
      checkSelf(block, find);
      checkEvents(line, block, find);
      count += 1;
      events = [];
      if (block.number >= (before?.number ?? 0)) before = block;
    },
  };
};
