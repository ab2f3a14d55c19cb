import { ApiProperty } from '@nestjs/swagger';

const position = { type: String, pattern: '^(0|[1-9][0-9]*)$' } as const;

class LagBody {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Events of the log that are still before it, of whichever session; counted up to 5,000.',
  })
  lag_events!: number;

  @ApiProperty({ type: Boolean, description: 'False: there are at least so many.' })
  lag_complete!: boolean;

  @ApiProperty({
    type: Number,
    minimum: 0,
    description: 'For how long the oldest of them has been in the log.',
  })
  lag_seconds!: number;
}

class ProjectionShardBody extends LagBody {
  @ApiProperty({ type: 'integer', minimum: 0 })
  shard!: number;

  @ApiProperty({ ...position, description: 'Everything of the shard up to here is in the rows.' })
  position!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The service process that took it last, by an id that it has while it runs.',
  })
  owner!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Rises with every new owner.' })
  epoch!: number;
}

/** One build of a projection. Its lag is that of the shard furthest behind. */
export class ProjectionBody extends LagBody {
  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Of the code that fills it.' })
  version!: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  generation!: number;

  @ApiProperty({
    type: String,
    enum: ['building', 'live', 'retired'],
    description:
      '`live`: what readers see. `building`: filled beside it. `retired`: not read any more, about to be removed.',
  })
  state!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Events that could not be folded; a rebuild tries them again.',
  })
  skipped_events!: number;

  @ApiProperty({ type: [ProjectionShardBody] })
  shards!: ProjectionShardBody[];
}

export class ProjectionListBody {
  @ApiProperty({ type: [ProjectionBody], description: 'Newest generation first.' })
  projections!: ProjectionBody[];
}
