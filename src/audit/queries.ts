import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';

const position = /^(0|[1-9]\d{0,38})$/;

export class VerifyQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: '^(0|[1-9][0-9]*)$',
    description: '`next_after` of the call before; the beginning of the log when absent.',
  })
  @IsOptional()
  @Matches(position)
  after?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    default: 50_000,
    description: 'How many events to look at, about.',
  })
  @IsOptional()
  @Matches(/^([1-9]\d{0,4}|100000)$/)
  limit?: string;
}

export class MomentQuery {
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    description: 'What was recorded by this time, by the clock of the log.',
  })
  @IsOptional()
  @IsString()
  @Length(1, 64)
  at_time?: string;

  @ApiPropertyOptional({
    type: String,
    pattern: '^(0|[1-9][0-9]*)$',
    description: 'What was in the log up to this position. Give this or `at_time`.',
  })
  @IsOptional()
  @Matches(position)
  at_position?: string;
}
