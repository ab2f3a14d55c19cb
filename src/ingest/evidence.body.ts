import { ApiProperty } from '@nestjs/swagger';

export class RejectedEventBody {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Its place in the request.' })
  index!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Null when it could not be read.' })
  event_id!: string | null;

  @ApiProperty({
    type: String,
    description:
      '`malformed`, `unknown_type`, `unknown_attempt`, `conflict`, `forbidden_attempt` or `too_large`; may grow.',
  })
  code!: string;
}

/** What became of each event of the request. */
export class EvidenceReceiptBody {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Stored by this request.' })
  accepted!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Known before, with the same content.' })
  duplicates!: number;

  @ApiProperty({ type: [RejectedEventBody] })
  rejected!: RejectedEventBody[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Log position that holds all that was accepted or known; null when nothing was.',
  })
  position!: string | null;
}

export class ProducerSchema {
  @ApiProperty({ type: String })
  id!: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  sequence!: number;
}

/** One evidence event as it is sent. Each is judged by itself, so this class documents and does not validate. */
export class EvidenceEventBody {
  @ApiProperty({ type: String, format: 'uuid', description: 'UUIDv7, unique within its attempt.' })
  event_id!: string;

  @ApiProperty({ type: String, example: 'server-delivered' })
  type!: string;

  @ApiProperty({ type: String, format: 'uuid' })
  attachment_attempt_id!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  occurred_at!: string;

  @ApiProperty({ type: ProducerSchema })
  producer!: ProducerSchema;

  @ApiProperty({ type: String, example: 'acp_relay' })
  witness!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'By type.' })
  data!: Record<string, unknown>;
}
