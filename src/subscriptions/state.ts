import { type Selection } from '../log/read/feed-event.ts';
import { valuesOf } from '../log/read/selection-values.ts';
import { type SelectionBody } from './subscription.body.ts';
import { type Subscription } from './subscription.ts';
import { type Lag } from './subscriptions.service.ts';

/** A subscription as others see it. */
export interface SubscriptionState {
  readonly name: string;
  readonly filter: Selection;
  readonly acknowledged: string;
  readonly delivered: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export type SubscriptionWithLag = SubscriptionState & Lag;

export const toState = (subscription: Subscription): SubscriptionState => ({
  name: subscription.name,
  filter: subscription.selection,
  acknowledged: subscription.acknowledged,
  delivered: subscription.delivered,
  created_at: subscription.created_at,
  updated_at: subscription.updated_at,
});

/** What a body asks for; members that are absent or null ask for nothing. */
export const selectionOf = (filter: SelectionBody | null | undefined): Selection => {
  const given = {
    type: filter?.type,
    session_id: filter?.session_id,
    task_id: filter?.task_id,
    server: filter?.server,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, values]) => {
      const listed = valuesOf(values);
      return listed === undefined ? [] : [[name, listed]];
    }),
  );
};
