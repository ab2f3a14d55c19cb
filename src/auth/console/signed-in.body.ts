import { ApiProperty } from '@nestjs/swagger';
import { type Scope, scopes } from '../caller.ts';

/** Who is signed in, and where one could sign in. */
export interface SignedIn {
  readonly sign_in: string | null;
  readonly subject: string | null;
  readonly tenant_id: string | null;
  readonly scopes: readonly Scope[];
}

export class SignedInBody {
  @ApiProperty({ type: String, nullable: true, description: 'Where to sign in; null where nobody can.' })
  sign_in!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Who it is to the issuer.' })
  subject!: string | null;

  @ApiProperty({ type: String, nullable: true })
  tenant_id!: string | null;

  @ApiProperty({ enum: scopes, isArray: true })
  scopes!: Scope[];
}
