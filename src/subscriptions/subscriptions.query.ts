import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';

export class NextEventsQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1000, default: 100 })
  @IsOptional()
  @Matches(/^([1-9]\d{0,2}|1000)$/)
  limit?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 30,
    default: 0,
    description: 'Seconds to wait for an event when there is none.',
  })
  @IsOptional()
  @Matches(/^([12]?\d|30)$/)
  wait?: string;
}
