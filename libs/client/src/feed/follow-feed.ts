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
  /** A connection is there: at first, and again after each that was lost. */
  readonly onOpen?: () => void;
  /** A connection was lost, and is made again. */
  readonly onRetry?: (error: unknown) => void;
}

const never = new AbortController().signal;
const usualSilence = 45_000;

/** Where `now` is, so that a connection lost before the first event misses none. */
const startOf = async ({ after = '0', ...options }: FollowFeed, signal: AbortSignal): Promise<string> =>
  after === 'now' ? (await createClient(options).readFeed({ after, limit: 1 }, signal)).position : after;

/** Where the next connection goes on; null before the first. */
interface Place {
  after: string | null;
}

/** The events of one connection, until it ends. Gives why it ended, when that may pass by itself. */
async function* oneConnection(
  options: FollowFeed,
  place: Place,
  { signal, moved }: { readonly signal: AbortSignal; readonly moved: () => void },
): AsyncGenerator<FeedEvent, unknown, undefined> {
  const { silenceMs = usualSilence, fetch: send = fetch } = options;
  try {
    place.after ??= await startOf(options, signal);
    for await (const news of openFeed({ ...options, signal, silenceMs, fetch: send }, place.after)) {
      if (news.event !== null) yield news.event;
      place.after = news.position;
      moved();
    }
    return null;
  } catch (error) {
    if (signal.aborted || isPassing(error)) return error;
    throw error;
  }
}

/**
 * Every recorded event after a position, once and in the order of the log, for as long as it is iterated. A lost
 * connection is made again after a growing, jittered wait and goes on where it was. Rejects with a `WitnessError` only
 * for what does not pass by itself: a credential, filter or position that is refused.
 */
export async function* followFeed(options: FollowFeed): AsyncGenerator<FeedEvent, void, undefined> {
  const { signal = never } = options;
  const wait = backoff();
  const place: Place = { after: null };
  const moved = (): void => {
    wait.reset();
    if (place.after !== null) options.onPosition?.(place.after);
  };
  while (!signal.aborted) {
    const error = yield* oneConnection(options, place, { signal, moved });
    if (isAborted(signal)) return;
    if (error !== null) options.onRetry?.(error);
    await pause(Math.max(askedWait(error), wait.next()), signal);
  }
}

// A function, because control flow analysis takes a property for constant across an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
