import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { type RequestWithCaller } from '../auth/caller.ts';
import { Doorkeeper } from '../auth/doorkeeper.ts';
import { describeError } from '../http/describe-error.ts';
import { Feed } from './feed.service.ts';
import { type Following, type Step } from './follow-events.ts';
import { pour } from './outflow.ts';
import { streamTexts, type StreamRepresentation, type StreamText } from './stream-text.ts';
import { FeedStreams } from './streams.ts';

interface SendStream {
  readonly request: RequestWithCaller;
  readonly reply: FastifyReply;
  readonly representation: StreamRepresentation;
  readonly following: Pick<Following, 'after' | 'pick' | 'limit' | 'follow'>;
}

/** What is written at once, in characters. */
const partLength = 64 * 1024;
/** How often a stream's credential is looked at again. */
const recheckMilliseconds = 15_000;

async function* partsOf(
  steps: AsyncIterable<Step>,
  text: StreamText,
): AsyncGenerator<string, void, undefined> {
  if (text.opening !== '') yield text.opening;
  for await (const step of steps) {
    let part = '';
    for (const piece of text.parts(step)) {
      part += piece;
      if (part.length < partLength) continue;
      yield part;
      part = '';
    }
    if (part !== '') yield part;
  }
}

/** Sends the feed as a stream, beside the framework's own way of answering. */
@Injectable()
export class StreamSender {
  constructor(
    private readonly feed: Feed,
    private readonly streams: FeedStreams,
    private readonly doorkeeper: Doorkeeper,
  ) {}

  /** Resolves when the stream has ended, whoever ended it. */
  async send({ request, reply, representation, following }: SendStream): Promise<void> {
    const place = this.streams.enter();
    const { raw } = reply;
    raw.once('close', place.leave);
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': `${representation}; charset=utf-8`,
      // Proxies that gather answers would hold events back.
      'x-accel-buffering': 'no',
    });
    raw.flushHeaders();
    const stopChecking = this.#recheck(request, place.leave);
    try {
      if (request.method !== 'HEAD') {
        const steps = this.feed.follow({ ...following, signal: place.signal });
        if (!(await pour(raw, partsOf(steps, streamTexts[representation]), place.signal))) return;
      }
      raw.end();
    } catch (error) {
      request.log.error({ error: describeError(error) }, 'A feed stream failed');
      raw.destroy();
    } finally {
      stopChecking();
      place.leave();
    }
  }

  /** Ends the stream of a credential that is revoked meanwhile. When it cannot be looked up the stream goes on. */
  #recheck(request: RequestWithCaller, end: () => void): () => void {
    const timer = setInterval(() => {
      this.doorkeeper.remains(request.raw, 'reports:read').then(
        (remains) => {
          if (!remains) end();
        },
        () => undefined,
      );
    }, recheckMilliseconds);
    return () => {
      clearInterval(timer);
    };
  }
}
