import { type Readable } from 'node:stream';
import { type History } from '@mcp-witness/evidence';
import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccessLog } from '../access-log/access-log.ts';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { Audit, type LogVerification } from './audit.service.ts';
import { MomentQuery, VerifyQuery } from './queries.ts';
import { VerificationBody } from './verification.body.ts';

const exportType = 'application/x-ndjson; charset=utf-8';

interface Reply {
  header(name: string, value: string): unknown;
}

@ApiTags('audit')
@RequireScope('audit:read')
@Controller('v1/audit')
export class AuditController {
  constructor(
    private readonly audit: Audit,
    private readonly accessLog: AccessLog,
  ) {}

  @Get('verify')
  @ApiOperation({
    operationId: 'verifyLog',
    summary: 'Checks a part of the log: hash chains, blocks and signatures.',
    description:
      'Looks at about `limit` events after `after`. Call it again with `next_after` until that is null.',
  })
  @ApiOkResponse({ type: VerificationBody })
  @ApiProblems('invalid')
  verify(@Query() { after, limit }: VerifyQuery): Promise<LogVerification> {
    return this.audit.verify(after, limit);
  }

  @Get('export')
  @ApiOperation({
    operationId: 'exportLog',
    summary:
      "All of the caller's tenant that is in the log, as a file that can be checked without the service.",
    description:
      'One JSON object a line: `header` with the public keys, `key` before the first event of a session, `event`, `block`, and ' +
      '`trailer` at the end; a file without it is cut. `witness audit verify-export` checks it.',
  })
  @ApiOkResponse({
    description: 'NDJSON.',
    content: { 'application/x-ndjson': { schema: { type: 'string' } } },
  })
  async export(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<StreamableFile> {
    await this.accessLog.record(caller, 'audit.export');
    const lines: Readable = await this.audit.export(caller.tenant_id);
    reply.header('cache-control', 'no-store');
    return new StreamableFile(lines, {
      type: exportType,
      disposition: 'attachment; filename="witness-audit.ndjson"',
    });
  }

  @Get('sessions/:session_id/report')
  @ApiParam({ name: 'session_id', schema: { type: 'string' } })
  @ApiOperation({
    operationId: 'getReportAt',
    summary: 'The report of a session as it was at a past moment.',
    description: 'It equals what was live then, but for tools of catalogs that were dropped since.',
  })
  @ApiOkResponse({
    description: '',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/History' } } },
  })
  @ApiProblems('not_found', 'erased', 'invalid')
  async reportAt(
    @Param('session_id') id: string,
    @Query() { at_time, at_position }: MomentQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<History> {
    const report = id.includes('\0')
      ? null
      : await this.audit.reportAt(caller.tenant_id, id, at_time, at_position);
    if (report === null) throw new Problem('not_found');
    return report;
  }
}
