import { ApiProperty } from '@nestjs/swagger';

class FirstBadBody {
  @ApiProperty({ type: String, description: 'Of the event; of a block that does not stand, its first.' })
  position!: string;

  @ApiProperty({
    type: String,
    description:
      '`data_changed`, `event_changed`, `stream_broken`, `events_missing`, `root_mismatch`, `block_changed`, `block_out_of_chain`, `foreign_key` or `signature_invalid`; may grow.',
  })
  reason!: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Number of the block that does not stand.' })
  block!: number | null;
}

class PublicKeyBody {
  @ApiProperty({ type: String })
  key_id!: string;

  @ApiProperty({ type: String, description: 'Ed25519, SubjectPublicKeyInfo in DER, as base64.' })
  public_key!: string;
}

class LastBlockBody {
  @ApiProperty({ type: 'integer' })
  number!: number;

  @ApiProperty({
    type: String,
    description: 'SHA-256 in hexadecimal. Kept elsewhere it anchors all before it.',
  })
  hash!: string;

  @ApiProperty({ type: String })
  last_position!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  sealed_at!: string;

  @ApiProperty({ type: String })
  key_id!: string;
}

/** What was looked at by one call, and what was found. */
export class VerificationBody {
  @ApiProperty({ type: Boolean })
  ok!: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Events that this call looked at.' })
  checked!: number;

  @ApiProperty({ type: FirstBadBody, nullable: true })
  first_bad!: FirstBadBody | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Of these, events whose payload was erased.' })
  erased!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Signed blocks that this call looked at.' })
  blocks!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Events at the end that are in no block yet.' })
  unsealed!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Give it as `after` to go on; null: it is done.',
  })
  next_after!: string | null;

  @ApiProperty({ type: LastBlockBody, nullable: true, description: 'The end of the signed chain.' })
  last_block!: LastBlockBody | null;

  @ApiProperty({ type: [PublicKeyBody] })
  public_keys!: PublicKeyBody[];
}
