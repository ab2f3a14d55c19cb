import { ApiProperty } from '@nestjs/swagger';

/** Where the erasure of a session stands. */
export class ErasureBody {
  @ApiProperty({
    type: String,
    description: "Names the session's stream by a digest of its id. The id itself is kept nowhere.",
  })
  session!: string;

  @ApiProperty({ type: String, enum: ['request', 'retention'] })
  reason!: 'request' | 'retention';

  @ApiProperty({ type: String, format: 'date-time' })
  requested_at!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null: it goes on in the background, also after a restart.',
  })
  completed_at!: string | null;
}
