import type { Server, SessionStatus } from '@mcp-witness/evidence';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { SessionReports } from '../projections/read/session-reports.ts';
import { ApiReport, linkHeader, type Reply } from '../http/api-report.ts';
import { findable, found } from '../http/found.ts';
import { listOf, pageOf, type SessionList } from '../projections/read/page.ts';
import { limitOf, SessionAttemptsQuery, SessionsQuery } from './queries.ts';
import { RecordedAttempts, type SessionAttemptPage } from './recorded-attempts.ts';
import { type ServerTools, toolsOf } from './server-tools.ts';

const ofSession = ApiParam({ name: 'session_id', schema: { type: 'string' } });
const ofServer = ApiParam({
  name: 'server_name',
  schema: { type: 'string' },
  description: 'As configured, percent-encoded.',
});

@ApiTags('reports')
@RequireScope('reports:read')
@Controller('v1/sessions')
export class SessionsController {
  constructor(
    private readonly reports: SessionReports,
    private readonly recorded: RecordedAttempts,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listSessions',
    summary: 'Sessions: those that are connected when a walk begins before the others, newest first.',
  })
  @ApiReport('SessionList', { headers: linkHeader })
  @ApiProblems('invalid')
  async list(
    @Query() query: SessionsQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<SessionList> {
    const { task_id, agent_id, status, q } = query;
    const filters = { tenant_id: caller.tenant_id, task_id, agent_id, status, q };
    const page = await this.reports.list({ ...filters, ...pageOf(query) });
    return listOf(page, { reply, path: '/v1/sessions', query });
  }

  @Get(':session_id')
  @ofSession
  @ApiOperation({ operationId: 'getSession', summary: 'One session in short.' })
  @ApiReport('SessionStatus')
  @ApiProblems('not_found')
  async status(@Param('session_id') id: string, @CurrentCaller() caller: Caller): Promise<SessionStatus> {
    return found(await this.reports.status(caller.tenant_id, findable(id)));
  }

  @Get(':session_id/attempts')
  @ofSession
  @ApiOperation({
    operationId: 'listSessionAttempts',
    summary: 'Every attempt that a session ever had, in the order of their ordinals.',
    description:
      'Ordinals count from 1 without holes, so that `after` and `limit` name any part of them. What was recorded of an attempt is at `/v1/attempts/{attachment_attempt_id}/events`.',
  })
  @ApiReport('SessionAttemptPage')
  @ApiProblems('not_found', 'erased', 'invalid')
  async attempts(
    @Param('session_id') id: string,
    @Query() query: SessionAttemptsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<SessionAttemptPage> {
    const range = { after: Number(query.after ?? 0), limit: limitOf(query) };
    return found(await this.recorded.ofSession(caller.tenant_id, findable(id), range));
  }

  @Get(':session_id/servers/:server_name')
  @ofSession
  @ofServer
  @ApiOperation({
    operationId: 'getServer',
    summary: 'One server of the current attempt, without its tools.',
  })
  @ApiReport('Server')
  @ApiProblems('not_found')
  async server(
    @Param('session_id') id: string,
    @Param('server_name') name: string,
    @CurrentCaller() caller: Caller,
  ): Promise<Server> {
    return found(await this.reports.server(caller.tenant_id, findable(id), name));
  }

  @Get(':session_id/servers/:server_name/tools')
  @ofSession
  @ofServer
  @ApiOperation({ operationId: 'getServerTools', summary: 'The tools of one server of the current attempt.' })
  @ApiReport('ServerTools')
  @ApiProblems('not_found')
  async tools(
    @Param('session_id') id: string,
    @Param('server_name') name: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ServerTools> {
    return toolsOf(found(await this.reports.serverWithTools(caller.tenant_id, findable(id), name)));
  }
}
