import { Controller, Delete, HttpStatus, Param, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccessLog } from '../access-log/access-log.ts';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { sessionStream } from '../log/streams.ts';
import { ErasureBody } from './erasure/erasure.body.ts';
import { type Erasure, Erasures } from './erasure/erasures.ts';

interface Reply {
  status(code: number): unknown;
}

@ApiTags('admin')
@RequireScope('admin')
@Controller('v1/admin/sessions')
export class AdminSessionsController {
  constructor(
    private readonly erasures: Erasures,
    private readonly accessLog: AccessLog,
  ) {}

  @Delete(':session_id')
  @ApiParam({ name: 'session_id', schema: { type: 'string' } })
  @ApiOperation({
    operationId: 'eraseSession',
    summary: 'Erases a session for good: its payloads, reports, calls, catalogs and tokens.',
    description:
      'Its events stay in the log without their payload, so that hashes and blocks verify. Nothing of the session is taken ' +
      'any more, under `erased`. Repeating it changes nothing.',
  })
  @ApiOkResponse({ type: ErasureBody, description: 'It is erased.' })
  @ApiAcceptedResponse({ type: ErasureBody, description: 'It was begun and goes on in the background.' })
  @ApiProblems('not_found')
  async erase(
    @Param('session_id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<Erasure> {
    const name = { tenant_id: caller.tenant_id, session: sessionStream(id) };
    await this.accessLog.record(caller, 'session.erase', name.session);
    const erasure = await this.erasures.erase(name, 'request');
    if (erasure === null) throw new Problem('not_found');
    reply.status(erasure.completed_at === null ? HttpStatus.ACCEPTED : HttpStatus.OK);
    return erasure;
  }
}
