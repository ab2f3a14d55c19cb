import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { ApiReport, linkHeader, type Reply } from '../http/api-report.ts';
import { findable, found } from '../http/found.ts';
import { Problem } from '../http/problem.ts';
import { AgentActivity } from '../projections/read/agent-activity.ts';
import { decodeBefore, encodeBefore, type ToolCall } from '../projections/read/calls.ts';
import type { ClientActivity } from '../projections/read/clients.ts';
import { listOf, PageQuery, pageOf, type SessionList } from '../projections/read/page.ts';

export class CallsQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200, default: 50 })
  @IsOptional()
  @Matches(/^([1-9]\d?|1\d\d|200)$/)
  limit?: string;

  @ApiPropertyOptional({ type: String, description: 'Opaque; `next_before` of the page before.' })
  @IsOptional()
  @IsString()
  @Length(1, 200)
  before?: string;
}

interface AgentList extends SessionList {
  readonly clients: readonly ClientActivity[];
}

interface CallList {
  readonly calls: readonly ToolCall[];
  readonly next_before: string | null;
}

@ApiTags('agents')
@RequireScope('reports:read')
@Controller('v1')
export class AgentsController {
  constructor(private readonly activity: AgentActivity) {}

  @Get('agents')
  @ApiOperation({
    operationId: 'listAgents',
    summary: 'Sessions, connected ones first, with totals by client over every session.',
  })
  @ApiReport('AgentList', { headers: linkHeader })
  @ApiProblems('invalid')
  async agents(
    @Query() query: PageQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<AgentList> {
    const { clients, ...page } = await this.activity.agents({
      tenant_id: caller.tenant_id,
      ...pageOf(query),
    });
    return { ...listOf(page, { reply, path: '/v1/agents', query }), clients };
  }

  @Get('sessions/:session_id/calls')
  @ApiParam({ name: 'session_id', schema: { type: 'string' } })
  @ApiOperation({ operationId: 'listCalls', summary: 'The tool calls of a session, newest first.' })
  @ApiReport('CallList')
  @ApiProblems('not_found', 'invalid')
  async calls(
    @Param('session_id') id: string,
    @Query() { limit, before }: CallsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<CallList> {
    const position = before === undefined ? null : decodeBefore(before);
    if (before !== undefined && position === null)
      throw new Problem('invalid', { errors: [{ pointer: '/before', code: 'unknown_cursor' }] });
    const page = { before: position, limit: limit === undefined ? 50 : Number(limit) };
    const { calls, next } = found(await this.activity.calls(caller.tenant_id, findable(id), page));
    return { calls, next_before: next === null ? null : encodeBefore(next) };
  }
}
