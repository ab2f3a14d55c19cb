import { Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { AttemptBody, OpenedAttemptBody } from './attempt.body.ts';
import { type AttemptReceipt, Ingest } from './ingest.service.ts';

@ApiTags('evidence')
@Controller('v1/attempts')
export class AttemptsController {
  constructor(private readonly ingest: Ingest) {}

  @Post()
  @RequireScope('evidence:write')
  @ApiOperation({
    operationId: 'openAttempt',
    summary: 'Opens an attachment attempt, and supersedes the current one of its session.',
  })
  @ApiBody({ type: AttemptBody })
  @ApiCreatedResponse({ type: OpenedAttemptBody, description: 'It was opened.' })
  @ApiOkResponse({
    type: OpenedAttemptBody,
    description: 'It was known with the same content. The token is a new one.',
  })
  @ApiProblems('malformed_json', 'conflict', 'erased', 'too_large', 'unsupported_media_type', 'invalid')
  async open(
    @Body() body: AttemptBody,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AttemptReceipt> {
    const opened = await this.ingest.openAttempt(caller, body);
    void reply.status(opened.created ? HttpStatus.CREATED : HttpStatus.OK);
    return opened.receipt;
  }
}
