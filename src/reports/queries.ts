import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Length, Matches } from 'class-validator';
import { PageQuery } from '../projections/read/page.ts';
import { serverStatuses } from './schemas/words.ts';

const noNul = /^[^\0]*$/;

/** A whole number without sign or leading zeros, up to 15 digits. */
const wholeNumber = /^(0|[1-9]\d{0,14})$/;

export class SessionsQuery extends PageQuery {
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 200 })
  @IsOptional()
  @Length(1, 200)
  @Matches(noNul)
  task_id?: string;

  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 200 })
  @IsOptional()
  @Length(1, 200)
  @Matches(noNul)
  agent_id?: string;

  @ApiPropertyOptional({
    type: String,
    enum: serverStatuses,
    description: 'A server of the session is in it.',
  })
  @IsOptional()
  @IsIn(serverStatuses)
  status?: (typeof serverStatuses)[number];

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: 200,
    description:
      'Looked for in ids, working directory, client and server names, whatever the case, among the newest 10,000 sessions: of the task where `task_id` is given. An older one is found by its whole session id.',
  })
  @IsOptional()
  @Length(1, 200)
  @Matches(noNul)
  q?: string;
}

export class ReportQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: '^(0|[1-9][0-9]*)$',
    description:
      'Waits up to 5 seconds until the report holds everything up to this place of the log. `Witness-Position` says how far it is.',
  })
  @IsOptional()
  @Matches(/^(0|[1-9]\d{0,38})$/)
  min_position?: string;
}

class RecordedQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1000, default: 100 })
  @IsOptional()
  @Matches(/^([1-9]\d{0,2}|1000)$/)
  limit?: string;
}

const defaultLimit = 100;

/** How many recorded things a page is to have. */
export const limitOf = ({ limit }: RecordedQuery): number =>
  limit === undefined ? defaultLimit : Number(limit);

export class EventsQuery extends RecordedQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'Only events after this place in the stream.',
  })
  @IsOptional()
  @Matches(wholeNumber)
  after?: string;
}

export class SessionAttemptsQuery extends RecordedQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'Only attempts with an ordinal above this one.',
  })
  @IsOptional()
  @Matches(wholeNumber)
  after?: string;
}
