import type { Attempt } from '@mcp-witness/evidence';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { ApiReport } from '../http/api-report.ts';
import { findable, found } from '../http/found.ts';
import { EventsQuery, limitOf } from './queries.ts';
import { type EventPage, RecordedAttempts } from './recorded-attempts.ts';

const ofAttempt = ApiParam({ name: 'attachment_attempt_id', schema: { type: 'string' } });

@ApiTags('reports')
@RequireScope('reports:read')
@Controller('v1/attempts/:attachment_attempt_id')
export class AttemptReportsController {
  constructor(private readonly attempts: RecordedAttempts) {}

  @Get()
  @ofAttempt
  @ApiOperation({
    operationId: 'getAttempt',
    summary: 'Any attempt that was recorded, folded from its events, without tools.',
  })
  @ApiReport('Attempt')
  @ApiProblems('not_found', 'erased')
  async read(@Param('attachment_attempt_id') id: string, @CurrentCaller() caller: Caller): Promise<Attempt> {
    return found(await this.attempts.attempt(caller.tenant_id, findable(id)));
  }

  @Get('events')
  @ofAttempt
  @ApiOperation({
    operationId: 'listAttemptEvents',
    summary: 'The recorded events of an attempt, in stream order.',
  })
  @ApiReport('EventPage')
  @ApiProblems('not_found', 'erased', 'invalid')
  async events(
    @Param('attachment_attempt_id') id: string,
    @Query() query: EventsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<EventPage> {
    const range = { after: query.after === undefined ? null : Number(query.after), limit: limitOf(query) };
    return found(await this.attempts.events(caller.tenant_id, findable(id), range));
  }
}
