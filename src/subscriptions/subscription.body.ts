import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { OptionalBody } from '../http/validation.ts';
import { MatchesSelection } from '../log/read/selection-values.ts';

const values = (description: string): PropertyDecorator =>
  ApiPropertyOptional({
    type: [String],
    minItems: 1,
    maxItems: 50,
    nullable: true,
    description,
  });

const position = { type: String, pattern: '^(0|[1-9][0-9]*)$' } as const;

/** Which events the consumer wants: they must fit one value of every member that is there. */
export class SelectionBody {
  @values('Types of events.')
  @IsOptional()
  @MatchesSelection()
  type?: string[] | null;

  @values('Sessions.')
  @IsOptional()
  @MatchesSelection()
  session_id?: string[] | null;

  @values('Tasks.')
  @IsOptional()
  @MatchesSelection()
  task_id?: string[] | null;

  @values('Names of servers.')
  @IsOptional()
  @MatchesSelection()
  server?: string[] | null;
}

/** What is asked for under a name. */
@OptionalBody()
export class SubscriptionBody {
  @ApiPropertyOptional({ type: SelectionBody, nullable: true, description: 'Every event when absent.' })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => SelectionBody)
  filter?: SelectionBody | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    default: 'beginning',
    pattern: '^(beginning|now|0|[1-9][0-9]*)$',
    description:
      '`beginning`, `now`, or the position after which to begin. Counts only when the subscription is made.',
  })
  @IsOptional()
  @IsString()
  @Matches(/^(beginning|now|0|[1-9]\d{0,38})$/)
  start?: string | null;
}

/** What a consumer is done with. */
export class AckBody {
  @ApiProperty({
    ...position,
    description: 'Everything up to here is done: the position of a delivered event.',
  })
  @IsString()
  @Matches(/^(0|[1-9]\d{0,38})$/)
  position!: string;
}

/** A durable consumer. */
export class SubscriptionStateBody {
  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ type: SelectionBody })
  filter!: SelectionBody;

  @ApiProperty({ ...position, description: 'The consumer is done with everything up to here.' })
  acknowledged!: string;

  @ApiProperty({ ...position, description: 'The furthest event that was ever given out.' })
  delivered!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'Of the last change or delivery.' })
  updated_at!: string;
}

/** A durable consumer, and what is still before it. */
export class SubscriptionWithLagBody extends SubscriptionStateBody {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Events that it wants and has not acknowledged.' })
  lag!: number;

  @ApiProperty({ type: Boolean, description: 'False: there are at least `lag`, and no more were counted.' })
  lag_complete!: boolean;
}

export class SubscriptionListBody {
  @ApiProperty({ type: [SubscriptionStateBody] })
  subscriptions!: SubscriptionStateBody[];
}

/** The next events that are not acknowledged. */
export class BatchBody {
  @ApiProperty({
    type: 'array',
    items: { $ref: '#/components/schemas/FeedEvent' },
    description: 'In the order of the log.',
  })
  events!: readonly object[];

  @ApiProperty({
    ...position,
    nullable: true,
    description: 'Acknowledge it when all of them are done; null when there are none.',
  })
  position!: string | null;

  @ApiProperty({
    type: Boolean,
    description: 'False: a part of the log was not looked at yet. Ask again at once.',
  })
  at_end!: boolean;
}
