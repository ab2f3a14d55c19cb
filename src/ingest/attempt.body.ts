import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

const id = { type: String, minLength: 1, maxLength: 200 } as const;
const optionalId = { ...id, nullable: true } as const;

export class ProducerBody {
  @ApiProperty({
    ...id,
    description: 'Chosen by the producer, the same for all that it makes of one attempt.',
  })
  @IsString()
  id!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: "The producer's own count within the attempt." })
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  sequence!: number;
}

export class ResolvedServerBody {
  @ApiProperty({ type: String, description: '1 to 256 bytes, compared byte for byte.' })
  @IsString()
  server_name!: string;

  @ApiProperty({
    type: String,
    example: 'built_in',
    description: '`built_in`, `profile`, `observed`; may grow.',
  })
  @IsString()
  source!: string;

  @ApiProperty({ type: String, example: 'http', description: '`stdio`, `http`, `sse`, `acp`; may grow.' })
  @IsString()
  transport!: string;

  @ApiProperty({
    type: String,
    description: 'URL or command; stored as `scheme://host[:port]` or as a basename.',
  })
  @IsString()
  target!: string;

  @ApiProperty({ type: Boolean, description: 'Our endpoint, a front or an observer carries its traffic.' })
  @IsBoolean()
  observed!: boolean;

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsString()
  duplicate_of_name?: string | null;
}

/** Opens an attachment attempt: its id, what began it, and the servers that were resolved for it. */
export class AttemptBody {
  @ApiProperty({ type: String, format: 'uuid', description: 'UUIDv7, minted by the executor or host.' })
  @IsString()
  attachment_attempt_id!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  @IsString()
  occurred_at!: string;

  @ApiProperty({ type: ProducerBody, description: 'The servers take the next numbers, in order.' })
  @IsObject()
  @ValidateNested()
  @Type(() => ProducerBody)
  producer!: ProducerBody;

  @ApiPropertyOptional({
    type: String,
    example: 'host',
    description: 'Who saw the start; `host` when absent. The servers are seen by the resolver.',
  })
  @IsOptional()
  @IsString()
  witness?: string | null;

  @ApiProperty(id)
  @IsString()
  session_id!: string;

  @ApiPropertyOptional(optionalId)
  @Allow()
  task_id?: string | null;

  @ApiPropertyOptional(optionalId)
  @Allow()
  execution_id?: string | null;

  @ApiPropertyOptional(optionalId)
  @Allow()
  agent_id?: string | null;

  @ApiPropertyOptional(optionalId)
  @Allow()
  agent_profile_id?: string | null;

  @ApiProperty({ type: String, example: 'session/new', description: 'What began the attempt; may grow.' })
  @IsString()
  entry!: string;

  @ApiPropertyOptional(optionalId)
  @Allow()
  configuration_revision?: string | null;

  @ApiPropertyOptional({ ...optionalId, description: 'Session id of the parent of a fork.' })
  @Allow()
  forked_from?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true })
  @Allow()
  host?: string | null;

  @ApiPropertyOptional({ type: 'integer', nullable: true })
  @Allow()
  pid?: number | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'Stored as its last segment.' })
  @Allow()
  working_directory?: string | null;

  @ApiPropertyOptional({ type: [ResolvedServerBody], maxItems: 256, description: 'More are a 413.' })
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ResolvedServerBody)
  servers?: ResolvedServerBody[];
}

export class OpenedAttemptBody {
  @ApiProperty({ type: String, format: 'uuid' })
  attachment_attempt_id!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Its place among the attempts of its session.' })
  ordinal!: number;

  @ApiProperty({ type: String, nullable: true, description: 'The attempt whose place it took.' })
  superseded!: string | null;

  @ApiProperty({ type: String, description: 'Log position; pass it as `min_position` to read this write.' })
  position!: string;

  @ApiProperty({
    type: String,
    description: 'Bearer token for evidence of this attempt. Replaces the one before.',
  })
  attempt_token!: string;
}
