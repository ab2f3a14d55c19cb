import { backoff } from '../live/backoff.ts';
import { createClient, type ClientOptions } from '../client.ts';
import { type FeedEvent, type FeedFilter, openFeed } from './open-feed.ts';
import { askedWait, isPassing, pause } from './retry.ts';

export interface FollowFeed extends Pick<ClientOptions, 'url' | 'apiKey' | 'fetch'> {
  /** Only events after this position, as `global_position` of an event says it; `now`: only those to come. All when absent. */
  readonly after?: string;
  readonly filter?: FeedFilter;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** After so long without a sign of life the connection counts as dead; 45,000, which is three heartbeats, when absent. */
  readonly silenceMs?: number;
  /** How far the feed was looked at, also where nothing was wanted: keep it to go on from there in another process. */
  readonly onPosition?: (position: string) => void;
  /** A connection was lost, and is made again. */
  readonly onRetry?: (error: unknown) => void;
}

const never = new AbortController().signal;
const usualSilence = 45_000;

/** Where `now` is, so that a connection lost before the first event misses none. */
const startOf = async ({ after = '0', ...options }: FollowFeed, signal: AbortSignal): Promise<string> =>
  after === 'now' ? (await createClient(options).readFeed({ after, limit: 1 }, signal)).position : after;

/**
 * Every recorded event after a position, once and in the order of the log, for as long as it is iterated. A lost
 * connection is made again after a growing, jittered wait and goes on where it was. Rejects with a `WitnessError` only
 * for what does not pass by itself: a credential, filter or position that is refused.
 */
export async function* followFeed(options: FollowFeed): AsyncGenerator<FeedEvent, void, undefined> {
  const { signal = never, silenceMs = usualSilence, fetch: send = fetch } = options;
  const wait = backoff();
  let after: string | null = null;
  while (!signal.aborted) {
    let asked = 0;
    try {
      after ??= await startOf(options, signal);
      for await (const news of openFeed({ ...options, signal, silenceMs, fetch: send }, after)) {
        wait.reset();
        if (news.event !== null) yield news.event;
        after = news.position;
        options.onPosition?.(after);
      }
    } catch (error) {
      if (isAborted(signal)) return;
      if (!isPassing(error)) throw error;
      options.onRetry?.(error);
      asked = askedWait(error);
    }
    await pause(Math.max(asked, wait.next()), signal);
  }
}

// A function, because control flow analysis takes a property for constant across an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
