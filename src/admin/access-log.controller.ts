import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { AccessLog, type AccessPage } from '../access-log/access-log.ts';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';

const usualLimit = 100;

class AccessLogQuery {
  @ApiPropertyOptional({ type: String, description: '`next_before` of the page before.' })
  @IsOptional()
  @Matches(/^[1-9]\d{0,17}$/)
  before?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1000, default: usualLimit })
  @IsOptional()
  @Matches(/^([1-9]\d{0,2}|1000)$/)
  limit?: string;
}

class AccessEntryBody {
  @ApiProperty({ type: String })
  id!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  at!: string;

  @ApiProperty({ type: String })
  caller!: string;

  @ApiProperty({
    type: String,
    description: '`audit.export`, `session.erase`, `retention.change`, `key.create` and others; may grow.',
  })
  action!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null: the tenant as a whole.' })
  object!: string | null;
}

class AccessPageBody {
  @ApiProperty({ type: [AccessEntryBody] })
  entries!: AccessEntryBody[];

  @ApiProperty({ type: String, nullable: true })
  next_before!: string | null;
}

@ApiTags('admin')
@RequireScope('admin')
@Controller('v1/admin/access-log')
export class AccessLogController {
  constructor(private readonly accessLog: AccessLog) {}

  @Get()
  @ApiOperation({
    operationId: 'listAccess',
    summary: 'Who did what with sensitive effect in the tenant, newest first. It is never changed.',
  })
  @ApiOkResponse({ type: AccessPageBody })
  @ApiProblems('invalid')
  list(@Query() { before, limit }: AccessLogQuery, @CurrentCaller() caller: Caller): Promise<AccessPage> {
    return this.accessLog.list(
      caller.tenant_id,
      before ?? null,
      limit === undefined ? usualLimit : Number(limit),
    );
  }
}
