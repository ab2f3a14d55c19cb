import { Body, Controller, Get, HttpCode, Param, Post, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { ApiReport } from '../http/api-report.ts';
import { describeError } from '../http/describe-error.ts';
import { findable } from '../http/found.ts';
import { Problem } from '../http/problem.ts';
import { Operations, type Tested } from './operations.ts';
import { linesType, testLines } from './test-lines.ts';

const ofSession = ApiParam({ name: 'session_id', schema: { type: 'string' } });

/** Nothing, or an object without members: what is tested is looked up, never supplied. */
function refuseMembers(body: unknown): void {
  if (body === undefined) return;
  const isEmpty =
    typeof body === 'object' &&
    body !== null &&
    Object.getPrototypeOf(body) === Object.prototype &&
    Object.keys(body).length === 0;
  if (!isEmpty) throw new Problem('invalid', { errors: [{ pointer: '', code: 'no_members_allowed' }] });
}

/** Throws `not_acceptable` where none is. */
function formOf(accept: string | undefined): string {
  const asked = accept === undefined || accept.trim() === '' ? {} : { accept };
  const form = new Negotiator({ headers: asked }).mediaType(['application/json', linesType]);
  if (form === undefined) throw new Problem('not_acceptable');
  return form;
}

/** Aborts when the caller leaves before the answer. */
function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  return left.signal;
}

@ApiTags('operations')
@RequireScope('operations:run')
@Controller('v1/sessions/:session_id')
export class OperationsController {
  constructor(private readonly operations: Operations) {}

  @Post('servers/:server_name/endpoint-test')
  @HttpCode(200)
  @ofSession
  @ApiParam({
    name: 'server_name',
    schema: { type: 'string' },
    description: 'As configured, percent-encoded.',
  })
  @ApiBody({
    required: false,
    schema: { type: 'object', additionalProperties: false, description: 'Nothing: no member is taken.' },
  })
  @ApiOperation({
    operationId: 'testEndpoint',
    summary: 'Tests one server of the current attempt, from the machine of its agent.',
    description:
      'The process that runs the session starts or reaches the server as it was delivered, opens the protocol and lists its ' +
      'tools, within at most 60 seconds. The result is recorded, and is no evidence of the attachment. Asked for as lines of JSON ' +
      'it also tells each stage as it begins: `{"progress": {stage, elapsed_ms, budget_ms, may_download}}`, and at the end ' +
      '`{"result": EndpointTestResult}` or, once a line has gone out, `{"problem": …}`.',
  })
  @ApiOkResponse({
    description: '',
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/EndpointTestResult' } },
      [linesType]: { schema: { type: 'string' } },
    },
  })
  @ApiProblems('not_found', 'executor_unreachable', 'invalid', 'not_acceptable')
  async test(
    @Param() { session_id, server_name }: Tested,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    refuseMembers(body);
    const form = formOf(reply.request.headers.accept);
    const signal = leaving(reply);
    const tested = { session_id: findable(session_id), server_name };
    if (form !== linesType)
      return this.operations.test(caller, tested, { signal, onProgress: () => undefined });
    const lines = await testLines(
      (onProgress) => this.operations.test(caller, tested, { signal, onProgress }),
      (cause) => {
        reply.request.log.error({ error: describeError(cause) }, 'A test failed after its first line');
      },
    );
    // Proxies that gather answers would hold lines back.
    void reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    return new StreamableFile(lines, { type: `${linesType}; charset=utf-8` });
  }

  @Get('recent-output')
  @ofSession
  @ApiOperation({
    operationId: 'readRecentOutput',
    summary: 'What the agent wrote last beside its protocol: sensitive, and kept nowhere but in its process.',
    description:
      'At most 50 lines and 16 KiB, of all sessions of the agent process. Known secrets are struck out; others may be in it. ' +
      'The reading is recorded in the access log.',
  })
  @ApiReport('RecentOutput')
  @ApiProblems('not_found', 'executor_unreachable', 'execution_ended')
  async recentOutput(
    @Param('session_id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    void reply.header('cache-control', 'no-store');
    return this.operations.recentOutput(caller, findable(id), leaving(reply));
  }
}
