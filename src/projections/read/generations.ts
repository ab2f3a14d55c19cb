import { type EventLog, type Position } from '@mcp-witness/event-log';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVENT_LOG } from '../../log/event-log.ts';
import { sessionReports } from '../definition.ts';
import { type Lag, lagsAt } from '../run/lag.ts';
import { startOf } from '../store/checkpoint.ts';
import { type Generation, listGenerations } from '../store/generations.ts';

interface ShardStanding extends Lag {
  readonly shard: number;
  /** Everything of the shard up to here is in the rows. */
  readonly position: Position;
  /** The process that claimed it last. */
  readonly owner: string | null;
  /** Rises with every new owner. */
  readonly epoch: number;
}

/** One build of a projection. Its lag is that of the shard furthest behind. */
export interface Standing extends Lag {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly state: Generation['state'];
  readonly created_at: string;
  /** Events that could not be folded. */
  readonly skipped_events: number;
  readonly shards: readonly ShardStanding[];
}

/** How the read models stand, whichever tenant their rows are of. */
@Injectable()
export class Generations {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** Newest generation first. */
  async standings(): Promise<readonly Standing[]> {
    const generations = await listGenerations(this.dataSource, sessionReports.name);
    const lagAt = await lagsAt(this.log, generations.flatMap(positionsOf));
    return generations.map((generation) => toStanding(generation, lagAt));
  }

  /** The same of one that was read. */
  async standing(generation: Generation): Promise<Standing> {
    return toStanding(generation, await lagsAt(this.log, positionsOf(generation)));
  }
}

const positionsOf = ({ shards }: Generation): readonly Position[] => shards.map(({ position }) => position);

const toStanding = (generation: Generation, lagAt: (position: Position) => Lag): Standing => ({
  name: sessionReports.name,
  version: generation.version,
  generation: generation.generation,
  state: generation.state,
  created_at: generation.created_at.toISOString(),
  skipped_events: generation.skipped_events,
  ...lagAt(startOf(generation)),
  shards: generation.shards.map(({ shard, position, owner, epoch }) => ({
    shard,
    position,
    owner,
    epoch: Number(epoch),
    ...lagAt(position),
  })),
});
