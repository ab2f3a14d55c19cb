import { ApiProperty } from '@nestjs/swagger';

class EventFaultBody {
  @ApiProperty({ type: String, description: 'JSON pointer into the event; empty for the whole of it.' })
  pointer!: string;

  @ApiProperty({ type: String, description: '`malformed`, `unknown_type` or `too_large`; may grow.' })
  code!: string;
}

export class RejectedEventBody {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Its place in the request.' })
  index!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Null when it could not be read.' })
  event_id!: string | null;

  @ApiProperty({
    type: String,
    description:
      '`malformed`, `unknown_type`, `unknown_attempt`, `conflict`, `forbidden_attempt`, `too_large` or `erased`; may grow.',
  })
  code!: string;

  @ApiProperty({
    type: [EventFaultBody],
    maxItems: 8,
    description:
      'What is wrong inside the event, and where. Empty when its content is not what it was refused for.',
  })
  errors!: EventFaultBody[];
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
