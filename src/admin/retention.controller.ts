import { Body, Controller, Get, Put } from '@nestjs/common';
import {
  ApiBody,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { AccessLog } from '../access-log/access-log.ts';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { type OwnPeriod, type Period, RetentionPeriods } from '../retention/periods.ts';

const mostDays = 36_500;

const days = { type: 'integer', minimum: 1, maximum: mostDays, nullable: true } as const;

class OwnRetentionBody {
  @ApiPropertyOptional({
    ...days,
    description: 'Reports, calls and catalogs. Null or absent: as the settings say.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(mostDays)
  read_model_days?: number | null;

  @ApiPropertyOptional({ ...days, description: 'Payloads of the log. Null or absent: as the settings say.' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(mostDays)
  log_days?: number | null;
}

class RetentionBody {
  @ApiProperty({
    type: 'integer',
    description: 'What holds for the tenant, in days after a session was last seen.',
  })
  read_model_days!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Null: the log is kept.' })
  log_days!: number | null;

  @ApiProperty({ type: OwnRetentionBody, description: 'What the tenant has of its own.' })
  own!: OwnRetentionBody;
}

interface Retention extends Period {
  readonly own: OwnPeriod;
}

@ApiTags('admin')
@RequireScope('admin')
@Controller('v1/admin/retention')
export class RetentionController {
  constructor(
    private readonly periods: RetentionPeriods,
    private readonly accessLog: AccessLog,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getRetention', summary: "How long the caller's tenant keeps its data." })
  @ApiOkResponse({ type: RetentionBody })
  @ApiProblems()
  async read(@CurrentCaller() { tenant_id }: Caller): Promise<Retention> {
    return { ...(await this.periods.of(tenant_id)), own: await this.periods.own(tenant_id) };
  }

  @Put()
  @ApiOperation({ operationId: 'setRetention', summary: "Sets how long the caller's tenant keeps its data." })
  @ApiBody({ type: OwnRetentionBody })
  @ApiOkResponse({ type: RetentionBody })
  @ApiProblems('malformed_json', 'unsupported_media_type', 'too_large', 'invalid')
  async set(@Body() body: OwnRetentionBody, @CurrentCaller() caller: Caller): Promise<Retention> {
    const own = { read_model_days: body.read_model_days ?? null, log_days: body.log_days ?? null };
    await this.accessLog.record(caller, 'retention.change');
    await this.periods.set(caller.tenant_id, own);
    return this.read(caller);
  }
}
