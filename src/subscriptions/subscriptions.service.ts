import { type EventLog, type LogEvent, Position } from '@mcp-witness/event-log';
import { Inject, Injectable } from '@nestjs/common';
import { EVENT_LOG } from '../log/event-log.ts';
import { type FeedEvent, picking, type Selection } from '../log/read/feed-event.ts';
import { type ReadAfter, scan, type Scanned } from '../log/read/scan.ts';
import { TAIL, type Tail } from '../log/read/tail.ts';
import { type Acknowledged, type Put, SUBSCRIPTION_STORE, type SubscriptionStore } from './store.ts';
import { type Subscription, type SubscriptionKey } from './subscription.ts';

/** The next events that a consumer has not acknowledged. */
export interface Batch {
  readonly events: readonly FeedEvent[];
  /** What to acknowledge when all of them are done; null when there are none. */
  readonly position: Position | null;
  /** False: a part of the log is not looked at yet, ask again at once. */
  readonly at_end: boolean;
}

/** How many events a consumer has still before it. */
export interface Lag {
  readonly lag: number;
  /** False: there are at least so many, and no more were counted. */
  readonly lag_complete: boolean;
}

export interface NextEvents {
  readonly limit: number;
  /** How long to wait for one to come when there is none. */
  readonly milliseconds: number;
  /** The client is gone. */
  readonly signal: AbortSignal;
}

/**
 * Durable consumers: each name has one cursor, kept with the data. Events are given out again until they are
 * acknowledged, to whoever asks under the name, always in the order of the log.
 */
@Injectable()
export class Subscriptions {
  constructor(
    @Inject(SUBSCRIPTION_STORE) private readonly store: SubscriptionStore,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(TAIL) private readonly tail: Tail,
  ) {}

  /** `start`: `beginning`, `now`, or the position after which it begins. Null: that is ahead of the log. */
  async put(key: SubscriptionKey, selection: Selection, start: string): Promise<Put | null> {
    const head = await this.log.head();
    const after = start === 'now' ? head : start === 'beginning' ? Position.start : (start as Position);
    return Position.compare(after, head) > 0 ? null : this.store.put(key, selection, after);
  }

  get(key: SubscriptionKey): Promise<Subscription | null> {
    return this.store.get(key);
  }

  list(tenantId: string): Promise<readonly Subscription[]> {
    return this.store.list(tenantId);
  }

  remove(key: SubscriptionKey): Promise<boolean> {
    return this.store.remove(key);
  }

  acknowledge(key: SubscriptionKey, position: Position): Promise<Acknowledged> {
    return this.store.acknowledge(key, position);
  }

  /** Counts what is wanted and not acknowledged, over 5,000 events of the log at most. */
  async lag(key: SubscriptionKey, { selection, scanned }: Subscription): Promise<Lag> {
    const pick = picking(key.tenant_id, selection);
    const found = await scan(this.#fromLog, { after: scanned, limit: Number.MAX_SAFE_INTEGER, pick });
    if (found.events.length === 0) await this.store.skip(key, scanned, found.reached);
    return { lag: found.events.length, lag_complete: found.atEnd };
  }

  /** Null: there is no such subscription, or it was taken away meanwhile. */
  async next(key: SubscriptionKey, { limit, milliseconds, signal }: NextEvents): Promise<Batch | null> {
    const leave = milliseconds > 0 ? this.tail.join() : (): void => undefined;
    const deadline = performance.now() + milliseconds;
    try {
      for (;;) {
        const seen = this.tail.version;
        const subscription = await this.store.get(key);
        if (subscription === null) return null;
        const found = await this.#look(key, subscription, limit);
        const { events } = found;
        const last = events.at(-1)?.global_position as Position | undefined;
        if (last !== undefined)
          return (await this.store.deliver(key, last))
            ? { events, position: last, at_end: found.atEnd }
            : null;
        const left = deadline - performance.now();
        if (signal.aborted || left <= 0 || this.tail.closed)
          return { events: [], position: null, at_end: found.atEnd };
        if (found.atEnd) await this.tail.wait(seen, left, signal);
      }
    } finally {
      leave();
    }
  }

  async #look(key: SubscriptionKey, { selection, scanned }: Subscription, limit: number): Promise<Scanned> {
    const pick = picking(key.tenant_id, selection);
    const found = await scan(this.#fromLog, { after: scanned, limit, pick });
    if (found.events.length === 0 && found.reached !== scanned)
      await this.store.skip(key, scanned, found.reached);
    return found;
  }

  readonly #fromLog: ReadAfter = (after, limit): Promise<readonly LogEvent[]> =>
    this.log.readAll({ after, limit });
}
