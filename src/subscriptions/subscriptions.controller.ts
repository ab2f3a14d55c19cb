import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Put, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { nameToFind, nameToMake } from './name.ts';
import { selectionOf, type SubscriptionState, type SubscriptionWithLag, toState } from './state.ts';
import {
  SubscriptionBody,
  SubscriptionListBody,
  SubscriptionStateBody,
  SubscriptionWithLagBody,
} from './subscription.body.ts';
import { Subscriptions } from './subscriptions.service.ts';

const named = ApiParam({ name: 'name', schema: { type: 'string', minLength: 1, maxLength: 200 } });

@ApiTags('feed')
@RequireScope('reports:read')
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(private readonly subscriptions: Subscriptions) {}

  @Get()
  @ApiOperation({
    operationId: 'listSubscriptions',
    summary: 'The durable consumers of the tenant, by name.',
  })
  @ApiOkResponse({ type: SubscriptionListBody })
  @ApiProblems()
  async list(@CurrentCaller() { tenant_id }: Caller): Promise<{ subscriptions: SubscriptionState[] }> {
    return { subscriptions: (await this.subscriptions.list(tenant_id)).map(toState) };
  }

  @Put(':name')
  @named
  @ApiOperation({
    operationId: 'putSubscription',
    summary: 'Makes sure that there is a durable consumer of this name with this filter.',
    description:
      'A new one begins at `start`. One that is there keeps its place, and its filter is replaced from there on; to ' +
      'read again from elsewhere, delete it and make it anew.',
  })
  @ApiBody({ type: SubscriptionBody, required: false })
  @ApiCreatedResponse({ type: SubscriptionStateBody, description: 'It was made.' })
  @ApiOkResponse({ type: SubscriptionStateBody, description: 'It was there.' })
  @ApiProblems('malformed_json', 'position_ahead', 'too_large', 'unsupported_media_type', 'invalid')
  async put(
    @Param('name') name: string,
    @Body() body: SubscriptionBody,
    @CurrentCaller() { tenant_id }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubscriptionState> {
    const key = { tenant_id, name: nameToMake(name) };
    const put = await this.subscriptions.put(key, selectionOf(body.filter), body.start ?? 'beginning');
    if (put === null) throw new Problem('position_ahead');
    if (put.outcome === 'full')
      throw new Problem('too_large', { errors: [{ pointer: '', code: 'too_many' }] });
    void reply.status(put.outcome === 'made' ? HttpStatus.CREATED : HttpStatus.OK);
    return toState(put.subscription);
  }

  @Get(':name')
  @named
  @ApiOperation({
    operationId: 'getSubscription',
    summary: 'How far a durable consumer is, and how many events are still before it.',
  })
  @ApiOkResponse({ type: SubscriptionWithLagBody })
  @ApiProblems('not_found')
  async read(
    @Param('name') name: string,
    @CurrentCaller() { tenant_id }: Caller,
  ): Promise<SubscriptionWithLag> {
    const key = { tenant_id, name: nameToFind(name) };
    const subscription = await this.subscriptions.get(key);
    if (subscription === null) throw new Problem('not_found');
    return { ...toState(subscription), ...(await this.subscriptions.lag(key, subscription)) };
  }

  @Delete(':name')
  @HttpCode(HttpStatus.NO_CONTENT)
  @named
  @ApiOperation({ operationId: 'deleteSubscription', summary: 'Forgets a durable consumer and its place.' })
  @ApiNoContentResponse({ description: 'It was there, and is not any more.' })
  @ApiProblems('not_found')
  async remove(@Param('name') name: string, @CurrentCaller() { tenant_id }: Caller): Promise<void> {
    if (!(await this.subscriptions.remove({ tenant_id, name: nameToFind(name) })))
      throw new Problem('not_found');
  }
}
