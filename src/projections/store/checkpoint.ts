import { type LogEvent, Position } from '@mcp-witness/event-log';
import { later } from '../fold/later.ts';
import { shardOfEvent } from '../fold/shard-of-event.ts';
import { shardCount } from '../shard.ts';
import type { Checkpoint } from './projection-store.ts';

/** Everything up to here is in the rows of every shard of the checkpoint. */
export function startOf({ shards }: Checkpoint): Position {
  const [first, ...rest] = shards;
  if (first === undefined) throw new Error('A checkpoint without shards stands nowhere.');
  return rest.reduce(
    (low, { position }) => (Position.compare(position, low) < 0 ? position : low),
    first.position,
  );
}

/** Everything after here is in the rows of no shard of the checkpoint. */
export const furthestOf = ({ shards }: Checkpoint): Position =>
  shards.map(({ position }) => position).reduce(later, Position.start);

/** The checkpoint once everything up to `position` is folded. */
export const movedTo = (checkpoint: Checkpoint, position: Position): Checkpoint => ({
  ...checkpoint,
  shards: checkpoint.shards.map((shard) => ({ ...shard, position: later(shard.position, position) })),
});

/** Tells the events that a writer of these shards has still to fold. Null: every one that it reads. */
export function wantedBy({ shards }: Checkpoint): ((event: LogEvent) => boolean) | null {
  const [first] = shards;
  if (shards.length === shardCount && shards.every(({ position }) => position === first?.position))
    return null;
  const positions = new Map(shards.map(({ shard, position }) => [shard, position]));
  return (event) => {
    const position = positions.get(shardOfEvent(event));
    return position !== undefined && Position.compare(event.position, position) > 0;
  };
}
