import type { Position } from '@mcp-witness/event-log';
import type { History } from '@mcp-witness/evidence';
import { Controller, Get, HttpStatus, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiNotModifiedResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { callerOf, type RequestWithCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { SessionReports } from '../projections/read/session-reports.ts';
import { ApiReport, type Reply, reportHeaders } from '../http/api-report.ts';
import { entityTag, matches } from './conditional.ts';
import { findable, found } from '../http/found.ts';
import { ReportQuery } from './queries.ts';

@ApiTags('reports')
@RequireScope('reports:read')
@Controller('v1/sessions/:session_id/report')
export class ReportController {
  constructor(private readonly reports: SessionReports) {}

  @Get()
  @ApiParam({ name: 'session_id', schema: { type: 'string' } })
  @ApiHeader({ name: 'If-None-Match', required: false })
  @ApiOperation({
    operationId: 'getReport',
    summary: 'The report of a session, with the tools of its current attempt.',
  })
  @ApiReport('History', { headers: reportHeaders })
  @ApiNotModifiedResponse({ description: 'The report is what `If-None-Match` names.' })
  @ApiProblems('not_found', 'invalid')
  async read(
    @Param('session_id') id: string,
    @Query() { min_position }: ReportQuery,
    @Req() request: RequestWithCaller,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<History | undefined> {
    if (min_position !== undefined) await this.reports.reached(min_position as Position);
    const report = found(await this.reports.reportWithTools(callerOf(request).tenant_id, findable(id)));
    const tag = entityTag(report);
    reply.header('etag', tag);
    reply.header('cache-control', 'private, no-cache');
    reply.header('vary', 'authorization, cookie, origin');
    reply.header('witness-position', report.reached);
    if (!matches(request.headers['if-none-match'], tag)) return report.history;
    reply.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }
}
