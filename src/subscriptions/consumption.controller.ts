import { Position } from '@mcp-witness/event-log';
import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { callerOf, type Caller, CurrentCaller, type RequestWithCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { nameToFind } from './name.ts';
import { type SubscriptionState, toState } from './state.ts';
import { AckBody, BatchBody, SubscriptionStateBody } from './subscription.body.ts';
import { NextEventsQuery } from './subscriptions.query.ts';
import { type Batch, Subscriptions } from './subscriptions.service.ts';

const usualLimit = 100;
const named = ApiParam({ name: 'name', schema: { type: 'string', minLength: 1, maxLength: 200 } });

/** What a durable consumer does again and again: take the next events, and say that they are done. */
@ApiTags('feed')
@RequireScope('reports:read')
@Controller('v1/subscriptions/:name')
export class ConsumptionController {
  constructor(private readonly subscriptions: Subscriptions) {}

  @Get('events')
  @named
  @ApiOperation({
    operationId: 'nextEvents',
    summary: 'The next events that were not acknowledged.',
    description:
      'The same ones again until they are acknowledged, whoever asks: consumers that share a name share one place in ' +
      'the log, and each may be given what another is working on.',
  })
  @ApiOkResponse({ type: BatchBody })
  @ApiProblems('not_found', 'invalid')
  async next(
    @Param('name') name: string,
    @Query() { limit, wait }: NextEventsQuery,
    @Req() request: RequestWithCaller,
  ): Promise<Batch> {
    const gone = new AbortController();
    const leave = (): void => {
      gone.abort();
    };
    request.raw.socket.once('close', leave);
    try {
      const key = { tenant_id: callerOf(request).tenant_id, name: nameToFind(name) };
      const batch = await this.subscriptions.next(key, {
        limit: limit === undefined ? usualLimit : Number(limit),
        milliseconds: Number(wait ?? 0) * 1_000,
        signal: gone.signal,
      });
      if (batch === null) throw new Problem('not_found');
      return batch;
    } finally {
      request.raw.socket.off('close', leave);
    }
  }

  @Post('ack')
  @HttpCode(HttpStatus.OK)
  @named
  @ApiOperation({
    operationId: 'acknowledge',
    summary: 'Says that everything up to a position is done, and is not to be given out again.',
    description: 'Saying the same again changes nothing.',
  })
  @ApiOkResponse({ type: SubscriptionStateBody })
  @ApiProblems(
    'malformed_json',
    'not_found',
    'ack_behind',
    'ack_ahead',
    'too_large',
    'unsupported_media_type',
    'invalid',
  )
  async acknowledge(
    @Param('name') name: string,
    @Body() { position }: AckBody,
    @CurrentCaller() { tenant_id }: Caller,
  ): Promise<SubscriptionState> {
    const key = { tenant_id, name: nameToFind(name) };
    const done = await this.subscriptions.acknowledge(key, Position.parse(position) ?? Position.start);
    switch (done.outcome) {
      case 'done':
        return toState(done.subscription);
      case 'unknown':
        throw new Problem('not_found');
      case 'behind':
        throw new Problem('ack_behind');
      case 'ahead':
        throw new Problem('ack_ahead');
    }
  }
}
