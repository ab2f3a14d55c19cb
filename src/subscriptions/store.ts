import { type Position } from '@mcp-witness/event-log';
import { type Selection } from '../log/read/feed-event.ts';
import { type Subscription, type SubscriptionKey } from './subscription.ts';

/** Dependency injection token of {@link SubscriptionStore}. */
export const SUBSCRIPTION_STORE = Symbol('SUBSCRIPTION_STORE');

/** What became of a subscription that was to be there. `full`: the tenant has as many as it may. */
export type Put =
  { readonly outcome: 'made' | 'known'; readonly subscription: Subscription } | { readonly outcome: 'full' };

/** `behind`: less than what was acknowledged before. `ahead`: further than what was ever given out. */
export type Acknowledged =
  | { readonly outcome: 'done'; readonly subscription: Subscription }
  | { readonly outcome: 'behind' | 'ahead' | 'unknown' };

/** Where durable consumers are kept. Every answer is of one tenant; null: it has no such subscription. */
export interface SubscriptionStore {
  /** Makes it, reading after `start`; of one that is there only the selection is replaced. */
  put(key: SubscriptionKey, selection: Selection, start: Position): Promise<Put>;
  get(key: SubscriptionKey): Promise<Subscription | null>;
  list(tenantId: string): Promise<readonly Subscription[]>;
  /** False: it was not there. */
  remove(key: SubscriptionKey): Promise<boolean>;
  /** Events up to `position` are about to be given out. False: it is not there any more. */
  deliver(key: SubscriptionKey, position: Position): Promise<boolean>;
  /** Nothing between the two was wanted. Does nothing when reading does not stand at `from` any more. */
  skip(key: SubscriptionKey, from: Position, to: Position): Promise<void>;
  acknowledge(key: SubscriptionKey, position: Position): Promise<Acknowledged>;
  /** Of all tenants: how many there are, and those whose reading stands furthest behind. For metrics. */
  furthestBehind(limit: number): Promise<{
    readonly total: number;
    readonly subscriptions: readonly { readonly tenant_id: string; readonly subscription: Subscription }[];
  }>;
}
