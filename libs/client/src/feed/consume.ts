import { backoff } from '../live/backoff.ts';
import { createClient, type ClientOptions, type WitnessClient } from '../client.ts';
import { WitnessError } from '../problem.ts';
import type { FeedEvent, FeedFilter } from './open-feed.ts';
import { askedWait, isPassing, pause } from './retry.ts';

export interface Consume extends Pick<ClientOptions, 'url' | 'apiKey' | 'fetch'> {
  /** Name of the durable subscription, made when it is not there. One consumer a name: several are given the same events. */
  readonly name: string;
  /** Of every event when absent. */
  readonly filter?: FeedFilter;
  /** Where a new subscription begins: `beginning` (when absent), `now`, or after a position. */
  readonly start?: string;
  /** Events that are taken at once, and acknowledged together; 100 when absent, at most 1,000. */
  readonly batch?: number;
  /** Ends the consumption between two events. */
  readonly signal?: AbortSignal;
  /** A call failed, and is made again. */
  readonly onRetry?: (error: unknown) => void;
}

const never = new AbortController().signal;
const waitSeconds = 25;

/** Makes the call once, and again until it is answered; null once aborted. */
type Insist = <Result>(call: () => Promise<Result>) => Promise<Result | null>;

const insisting = (signal: AbortSignal, onRetry: (error: unknown) => void): Insist => {
  const wait = backoff();
  return async (call) => {
    do {
      try {
        const result = await call();
        wait.reset();
        return result;
      } catch (error) {
        if (isAborted(signal)) return null;
        if (!isPassing(error)) throw error;
        onRetry(error);
        await pause(Math.max(askedWait(error), wait.next()), signal);
      }
    } while (!isAborted(signal));
    return null;
  };
};

/** Another consumer of the name has gone further: nothing is lost, and its place counts. */
const unlessBehind = (error: unknown): null => {
  if (error instanceof WitnessError && error.code === 'ack_behind') return null;
  throw error;
};

interface Work {
  readonly handle: (event: FeedEvent) => Promise<void> | void;
  readonly signal: AbortSignal;
  readonly acknowledge: (position: string) => Promise<unknown>;
}

/** Handles one after the other, and acknowledges what was handled also when one of them fails. */
const workOff = async (
  events: readonly FeedEvent[],
  { handle, signal, acknowledge }: Work,
): Promise<void> => {
  let done: string | null = null;
  try {
    for (const event of events) {
      if (signal.aborted) break;
      await handle(event);
      done = event.global_position;
    }
  } finally {
    if (done !== null) await acknowledge(done);
  }
};

const subscribe = (client: WitnessClient, { name, filter, start }: Consume, signal: AbortSignal) =>
  client.putSubscription(name, { filter, start }, signal);

/**
 * Consumes a durable subscription: every event at least once, in the order of the log, one at a time. What was handled is
 * acknowledged; what was not comes again, here or in the next process that consumes under the name. An event that comes
 * again has the same `global_position`.
 *
 * Calls that fail for a while are repeated. Resolves when `signal` aborts. Rejects when `handle` does, with what came
 * before it acknowledged, and with a `WitnessError` for what does not pass by itself.
 */
export const consume = async (
  options: Consume,
  handle: (event: FeedEvent) => Promise<void> | void,
): Promise<void> => {
  const { name, batch = 100, signal = never, onRetry = () => undefined } = options;
  const client = createClient(options);
  const insist = insisting(signal, onRetry);
  const acknowledge = (position: string): Promise<unknown> =>
    insist(() => client.acknowledge(name, position).catch(unlessBehind));
  await insist(() => subscribe(client, options, signal));
  while (!signal.aborted) {
    const next = await insist(() => client.nextEvents(name, { limit: batch, wait: waitSeconds }, signal));
    if (next !== null) await workOff(next.events, { handle, signal, acknowledge });
  }
};

// A function, because control flow analysis takes a property for constant across an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
