import { type Position } from '@mcp-witness/event-log';
import { type Selection } from '../log/read/feed-event.ts';

/** A durable consumer of the feed, as it is kept. */
export interface Subscription {
  readonly name: string;
  readonly selection: Selection;
  /** The consumer is done with everything up to here. */
  readonly acknowledged: Position;
  /** The furthest event that was ever given out. */
  readonly delivered: Position;
  /** Up to here everything is acknowledged or was not wanted: reading goes on after it. */
  readonly scanned: Position;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Which one: names are a tenant's own. */
export interface SubscriptionKey {
  readonly tenant_id: string;
  readonly name: string;
}
