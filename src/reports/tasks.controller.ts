import type { History, SessionStatus } from '@mcp-witness/evidence';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { SessionReports } from '../projections/read/session-reports.ts';
import { ApiReport, linkHeader, type Reply } from '../http/api-report.ts';
import { findable } from '../http/found.ts';
import { linkNext, PageQuery, pageOf } from '../projections/read/page.ts';

interface TaskSession extends SessionStatus {
  readonly metadata: { readonly mcp_attachment_state: History };
}

interface TaskSessionList {
  readonly sessions: readonly TaskSession[];
  readonly next_cursor: string | null;
}

@ApiTags('reports')
@RequireScope('reports:read')
@Controller('v1/tasks/:task_id/sessions')
export class TasksController {
  constructor(private readonly reports: SessionReports) {}

  @Get()
  @ApiParam({ name: 'task_id', schema: { type: 'string' } })
  @ApiOperation({
    operationId: 'listTaskSessions',
    summary: 'The sessions of a task with their reports, without tools. A task without sessions has none.',
  })
  @ApiReport('TaskSessionList', { headers: linkHeader })
  @ApiProblems('invalid')
  async list(
    @Param('task_id') id: string,
    @Query() query: PageQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<TaskSessionList> {
    const task_id = findable(id);
    const page = await this.reports.listWithReports({
      tenant_id: caller.tenant_id,
      task_id,
      ...pageOf(query),
    });
    const path = `/v1/tasks/${encodeURIComponent(task_id)}/sessions`;
    return {
      sessions: page.sessions.map(({ status, history }) => ({
        ...status,
        metadata: { mcp_attachment_state: history },
      })),
      next_cursor: linkNext(reply, path, query, page.next),
    };
  }
}
