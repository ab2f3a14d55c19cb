import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { type Scope, scopes } from '../auth/caller.ts';

/** Printable, as it is shown in lists. */
export const printable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;

const idPattern = /^[\x21-\x7e]{1,200}$/;

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

export class NewKeyBody {
  @ApiProperty({
    type: String,
    minLength: 1,
    maxLength: 200,
    description: 'For people: whose it is, and what for.',
  })
  @IsString()
  @Length(1, 200)
  @Matches(printable)
  name!: string;

  @ApiProperty({ enum: scopes, isArray: true, minItems: 1, uniqueItems: true })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(scopes.length)
  @ArrayUnique()
  @IsIn(scopes, { each: true })
  scopes!: Scope[];

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: 'In the future.' })
  @IsOptional()
  @IsString()
  @Matches(rfc3339)
  expires_at?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Requests a minute; absent: as the settings say.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rate_limit?: number | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The caller’s own when absent. Another one needs an administrator of the tenant `default`.',
  })
  @IsOptional()
  @IsString()
  @Matches(idPattern)
  tenant_id?: string | null;
}

export class RotateKeyBody {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 2_592_000,
    default: 86_400,
    description: 'How long the former key is taken as well. A second rotation meanwhile ends the oldest.',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(2_592_000)
  overlap_seconds?: number | null;
}

export class OfTenantQuery {
  @ApiPropertyOptional({
    type: String,
    description: 'The caller’s own when absent. Another one needs an administrator of the tenant `default`.',
  })
  @IsOptional()
  @IsString()
  @Matches(idPattern)
  tenant_id?: string;
}

export class AdminPageQuery extends OfTenantQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 50 })
  @IsOptional()
  @Matches(/^([1-9]\d?|1\d\d|200)$/)
  limit?: string;

  @ApiPropertyOptional({ type: String, description: 'Opaque; `next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @Matches(idPattern)
  cursor?: string;
}

const instant = { type: String, format: 'date-time' } as const;

export class KeyBody {
  @ApiProperty({ type: String })
  key_id!: string;

  @ApiProperty({ type: String })
  tenant_id!: string;

  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ enum: scopes, isArray: true })
  scopes!: Scope[];

  @ApiProperty(instant)
  created_at!: string;

  @ApiProperty({ ...instant, nullable: true })
  expires_at!: string | null;

  @ApiProperty({ ...instant, nullable: true })
  rotated_at!: string | null;

  @ApiProperty({
    ...instant,
    nullable: true,
    description: 'Until then the key before the last rotation is taken too.',
  })
  previous_until!: string | null;

  @ApiProperty({ ...instant, nullable: true })
  revoked_at!: string | null;

  @ApiProperty({ ...instant, nullable: true, description: 'At most two minutes behind.' })
  last_used_at!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Requests a minute; null: as the settings say.',
  })
  rate_limit!: number | null;
}

export class MadeKeyBody extends KeyBody {
  @ApiProperty({ type: String, description: 'The key itself. It is shown this once and kept nowhere.' })
  key!: string;
}

export class KeyListBody {
  @ApiProperty({ type: [KeyBody] })
  keys!: KeyBody[];

  @ApiProperty({ type: String, nullable: true })
  next_cursor!: string | null;
}
