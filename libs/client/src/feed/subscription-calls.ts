import { dataOf, nothingOf, type Routes, type Within } from '../calling.ts';
import type { components } from '../schema.gen.ts';
import type { FeedEvent, FeedFilter } from './open-feed.ts';

type Schemas = components['schemas'];

/** A durable subscription: its filter, and how far it is. */
export type SubscriptionState = Schemas['SubscriptionStateBody'];
/** The same with the number of events that are still before it. */
export type SubscriptionWithLag = Schemas['SubscriptionWithLagBody'];

/** The next events that were not acknowledged. */
export interface Batch {
  readonly events: readonly FeedEvent[];
  /** What to acknowledge when all of them are done; null when there are none. */
  readonly position: string | null;
  /** False: a part of the log was not looked at yet, ask again at once. */
  readonly at_end: boolean;
}

/** The calls around durable subscriptions. `consume` makes them in the right order. */
export interface SubscriptionCalls {
  /** `start` counts only when it is made: `beginning`, `now`, or the position after which it begins. */
  putSubscription(
    name: string,
    body?: { readonly filter?: FeedFilter; readonly start?: string },
    signal?: AbortSignal,
  ): Promise<SubscriptionState>;
  subscription(name: string, signal?: AbortSignal): Promise<SubscriptionWithLag>;
  deleteSubscription(name: string, signal?: AbortSignal): Promise<void>;
  /** `wait`: seconds, at most 30, to wait for an event when there is none. */
  nextEvents(
    name: string,
    query?: { readonly limit?: number; readonly wait?: number },
    signal?: AbortSignal,
  ): Promise<Batch>;
  acknowledge(name: string, position: string, signal?: AbortSignal): Promise<SubscriptionState>;
}

const pathOf = (name: string): { params: { path: { name: string } } } => ({ params: { path: { name } } });

export const subscribing = (routes: Routes, within: Within): SubscriptionCalls => ({
  putSubscription: (name, body = {}, signal) =>
    dataOf(
      routes.PUT('/v1/subscriptions/{name}', {
        ...pathOf(name),
        // The generated types have no readonly arrays; nothing here changes one.
        body: body as Schemas['SubscriptionBody'],
        ...within(signal),
      }),
    ),
  subscription: (name, signal) =>
    dataOf(routes.GET('/v1/subscriptions/{name}', { ...pathOf(name), ...within(signal) })),
  deleteSubscription: (name, signal) =>
    nothingOf(routes.DELETE('/v1/subscriptions/{name}', { ...pathOf(name), ...within(signal) })),
  nextEvents: (name, query = {}, signal) =>
    dataOf(
      routes.GET('/v1/subscriptions/{name}/events', {
        params: { path: { name }, query },
        ...within(signal, (query.wait ?? 0) * 1_000),
      }),
    ) as Promise<Batch>,
  acknowledge: (name, position, signal) =>
    dataOf(
      routes.POST('/v1/subscriptions/{name}/ack', {
        ...pathOf(name),
        body: { position },
        ...within(signal),
      }),
    ),
});
