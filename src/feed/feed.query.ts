import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { MatchesSelection } from '../log/read/selection-values.ts';

const repeatable = (description: string): PropertyDecorator =>
  ApiPropertyOptional({
    type: [String],
    maxItems: 50,
    description: `${description} Repeat it for several.`,
  });

/** Which events, from where, how many. */
export class FeedQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: '^(now|0|[1-9][0-9]*)$',
    description:
      'Only events after this place of the log; `now`: only those to come. From the beginning when absent.',
  })
  @IsOptional()
  @Matches(/^(now|0|[1-9]\d{0,38})$/)
  after?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Events of a page at most, 100 when absent; a stream ends after so many.',
  })
  @IsOptional()
  @Matches(/^([1-9]\d{0,2}|1000)$/)
  limit?: string;

  @repeatable('Only events of this type.')
  @IsOptional()
  @MatchesSelection()
  type?: string | string[];

  @repeatable('Only events of this session.')
  @IsOptional()
  @MatchesSelection()
  session_id?: string | string[];

  @repeatable('Only events of this task.')
  @IsOptional()
  @MatchesSelection()
  task_id?: string | string[];

  @repeatable('Only events that concern a server of this name.')
  @IsOptional()
  @MatchesSelection()
  server?: string | string[];

  @ApiPropertyOptional({
    type: String,
    enum: ['true', 'false'],
    default: 'true',
    description: 'Of a stream: `false` ends it with the last event that is there.',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  follow?: string;
}
