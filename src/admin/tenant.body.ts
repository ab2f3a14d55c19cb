import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Length, Matches } from 'class-validator';
import { printable } from './key.body.ts';

const name = { type: String, minLength: 1, maxLength: 200 } as const;

export class NewTenantBody {
  @ApiProperty({ type: String, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' })
  @IsString()
  @Matches(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
  tenant_id!: string;

  @ApiProperty(name)
  @IsString()
  @Length(1, 200)
  @Matches(printable)
  name!: string;
}

export class TenantChangeBody {
  @ApiPropertyOptional(name)
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @Matches(printable)
  name?: string;

  @ApiPropertyOptional({
    type: Boolean,
    description: 'True: no credential of it is taken any more. Its data stays.',
  })
  @IsOptional()
  @IsBoolean()
  closed?: boolean;
}

export class TenantBody {
  @ApiProperty({ type: String })
  tenant_id!: string;

  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  closed_at!: string | null;
}

export class TenantListBody {
  @ApiProperty({ type: [TenantBody] })
  tenants!: TenantBody[];

  @ApiProperty({ type: String, nullable: true })
  next_cursor!: string | null;
}
