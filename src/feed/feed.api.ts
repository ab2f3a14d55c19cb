import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Representation } from './representation.ts';

const content = {
  'application/json': { schema: { $ref: '#/components/schemas/FeedPage' } },
  'application/x-ndjson': {
    schema: {
      type: 'string',
      description: 'One FeedEvent a line, as they come; an empty line after 15 seconds without one.',
    },
  },
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'One message an event: `data` is a FeedEvent, `id` its position. Every 15 seconds without one a comment, with an id alone.',
    },
  },
  'application/cloudevents-batch+json': {
    schema: { type: 'array', items: { $ref: '#/components/schemas/EvidenceCloudEvent' } },
  },
} as const satisfies Record<Representation, object>;

/** Documents `GET /v1/feed`. */
export const ApiFeed = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId: 'readFeed',
      summary:
        'Recorded events of all sessions in the order of the log: as pages, or as a stream that follows it.',
      description:
        'A page looks at 5,000 events at most, so a narrow filter may give an empty page with a `next_after`. ' +
        'One after a place that the log has not reached is empty, and its `position` is the end of the log; a stream is refused. ' +
        'A stream begins after `after` (or `Last-Event-ID`, which wins) and goes on until the client leaves, the service ' +
        'stops, or the client leaves what it was sent unread for 30 seconds; connect again after the last position.',
    }),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'As an EventSource sends it when it connects again.',
      schema: { type: 'string' },
    }),
    ApiOkResponse({
      description: '',
      headers: {
        'Witness-Position': {
          description: 'Of pages: everything up to here was looked at.',
          schema: { type: 'string' },
        },
        Link: {
          description: 'Of pages: the next one, `rel="next"`, where there is one.',
          schema: { type: 'string' },
        },
      },
      content,
    }),
  );
