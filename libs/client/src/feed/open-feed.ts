import type { RecordedEvidence } from '@mcp-witness/evidence';
import { problemOf, unreachable } from '../problem.ts';
import { createSseReader, type SseBlock } from './sse.ts';

/** A recorded event with the task of its session. */
export type FeedEvent = RecordedEvidence & { readonly task_id: string | null };

/** Which events: they must fit one value of every member that is there. */
export interface FeedFilter {
  readonly type?: readonly string[];
  readonly session_id?: readonly string[];
  readonly task_id?: readonly string[];
  /** Names of servers. */
  readonly server?: readonly string[];
}

export interface OpenFeed {
  readonly url: string;
  readonly apiKey?: string | null;
  readonly filter?: FeedFilter;
  readonly signal: AbortSignal;
  /** After so many milliseconds without a sign of life the connection counts as dead. */
  readonly silenceMs: number;
  readonly fetch: typeof fetch;
  /** The service answered: what is recorded from now on comes. */
  readonly onOpen?: () => void;
}

/** What one block of the stream said: perhaps an event, and how far the service has looked. */
export interface FeedNews {
  readonly event: FeedEvent | null;
  readonly position: string;
}

const addressOf = ({ url, filter = {} }: OpenFeed, after: string): string => {
  const query = new URLSearchParams({ after });
  for (const [name, values] of Object.entries(filter as Record<string, readonly string[] | undefined>))
    for (const value of values ?? []) query.append(name, value);
  return `${url.replace(/\/+$/, '')}/v1/feed?${query.toString()}`;
};

const connect = async (options: OpenFeed, after: string, signal: AbortSignal): Promise<Response> => {
  const { url, apiKey, fetch: send } = options;
  const headers = {
    accept: 'text/event-stream',
    ...(apiKey === undefined || apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const response = await send(addressOf(options, after), { headers, signal, redirect: 'error' }).catch(
    (cause: unknown) => {
      throw unreachable(url, cause);
    },
  );
  if (response.ok) return response;
  throw problemOf(response, await response.json().catch(() => null));
};

const newsOf = ({ id, data }: SseBlock): readonly FeedNews[] =>
  id === null ? [] : [{ event: data === null ? null : (JSON.parse(data) as FeedEvent), position: id }];

/** Reads the feed over one connection, until it ends. Rejects with a `WitnessError`, also when the service falls silent. */
export async function* openFeed(options: OpenFeed, after: string): AsyncGenerator<FeedNews, void, undefined> {
  const end = new AbortController();
  let body: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const stop = (): void => {
    end.abort();
    // Once an answer has begun, Node forgets which signal it was asked with as soon as memory is cleared up.
    body?.cancel().catch(() => undefined);
  };
  options.signal.addEventListener('abort', stop);
  if (options.signal.aborted) stop();
  /** Counts only while the service is waited for, not while the consumer works. */
  const heard = async <Result>(waiting: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(stop, options.silenceMs);
    try {
      return await waiting;
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const response = await heard(connect(options, after, end.signal));
    options.onOpen?.();
    body = response.body?.getReader();
    if (body === undefined) throw unreachable(options.url, new Error('The answer has no body.'));
    const decoder = new TextDecoder();
    const sse = createSseReader();
    for (;;) {
      const { done, value } = await heard(body.read()).catch((cause: unknown) => {
        throw unreachable(options.url, cause);
      });
      if (end.signal.aborted) throw unreachable(options.url, new Error('The service fell silent.'));
      if (done) return;
      yield* sse.push(decoder.decode(value, { stream: true })).flatMap(newsOf);
    }
  } finally {
    options.signal.removeEventListener('abort', stop);
    stop();
  }
}
