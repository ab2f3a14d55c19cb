import { Position } from '@mcp-witness/event-log';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { callerOf, type RequestWithCaller } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { type Pick, picking } from '../log/read/feed-event.ts';
import { valuesOf } from '../log/read/selection-values.ts';
import { toCloudEvent } from './cloud-event.ts';
import { ApiFeed } from './feed.api.ts';
import { FeedQuery } from './feed.query.ts';
import { Feed, type FeedPage } from './feed.service.ts';
import { StreamSender } from './stream-sender.ts';
import { negotiate, type Representation } from './representation.ts';

const usualLimit = 100;

@ApiTags('feed')
@RequireScope('reports:read')
@Controller('v1/feed')
export class FeedController {
  constructor(
    private readonly feed: Feed,
    private readonly streams: StreamSender,
  ) {}

  @Get()
  @ApiFeed()
  @ApiProblems('not_acceptable', 'position_ahead', 'invalid')
  async read(
    @Query() query: FeedQuery,
    @Req() request: RequestWithCaller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const representation = negotiate(request.headers.accept);
    const pick = pickOf(request, query);
    void reply.header('cache-control', 'no-store').header('vary', 'accept, authorization, origin');
    if (representation === 'application/json' || representation === 'application/cloudevents-batch+json') {
      const limit = query.limit === undefined ? usualLimit : Number(query.limit);
      const after = await this.#start(query.after);
      sendPage(reply, representation, { query, page: await this.feed.page({ after, limit, pick }) });
      return;
    }
    const after = await this.#start(lastEventId(request) ?? query.after);
    if (await this.feed.isAhead(after)) throw new Problem('position_ahead');
    const limit = query.limit === undefined ? null : Number(query.limit);
    const follow = query.follow !== 'false';
    await this.streams.send({ request, reply, representation, following: { after, pick, limit, follow } });
  }

  #start(after: string | undefined): Promise<Position> | Position {
    return after === 'now' ? this.feed.head() : ((after ?? Position.start) as Position);
  }
}

const pickOf = (request: RequestWithCaller, query: FeedQuery): Pick =>
  picking(callerOf(request).tenant_id, {
    type: valuesOf(query.type),
    session_id: valuesOf(query.session_id),
    task_id: valuesOf(query.task_id),
    server: valuesOf(query.server),
  });

/** Where an EventSource that connects again left off. Throws `invalid` when it is no position. */
const lastEventId = (request: RequestWithCaller): Position | undefined => {
  const given = request.headers['last-event-id'];
  if (given === undefined || given === '') return undefined;
  const position = typeof given === 'string' ? Position.parse(given) : null;
  if (position === null)
    throw new Problem('invalid', { errors: [{ pointer: 'Last-Event-ID', code: 'malformed' }] });
  return position;
};

interface Paged {
  readonly query: FeedQuery;
  readonly page: FeedPage;
}

/** The address of the page after this one: the same filters from another place. */
const nextPage = ({ type, session_id, task_id, server, limit }: FeedQuery, after: Position): string => {
  const next = new URLSearchParams({ after });
  for (const [name, given] of Object.entries({ type, session_id, task_id, server, limit }))
    for (const value of valuesOf(given) ?? []) next.append(name, value);
  return `/v1/feed?${next.toString()}`;
};

const sendPage = (reply: FastifyReply, representation: Representation, { query, page }: Paged): void => {
  if (page.next_after !== null)
    void reply.header('link', `<${nextPage(query, page.next_after)}>; rel="next"`);
  const body = representation === 'application/json' ? page : page.events.map(toCloudEvent);
  void reply
    .header('witness-position', page.position)
    .type(`${representation}; charset=utf-8`)
    .send(JSON.stringify(body));
};
