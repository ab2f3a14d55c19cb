import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { SUBSCRIPTION_STORE, type SubscriptionStore } from './store.ts';
import { Subscriptions } from './subscriptions.service.ts';

/** Subscriptions whose lag is counted for one reading: those that stand furthest behind. */
const mostCounted = 10;
/** A reading stands for so long, so that several collectors cost no more than one. */
const standsMilliseconds = 10_000;

interface Reading {
  readonly total: number;
  readonly longest: number;
}

/** How many durable consumers there are, and how far the slowest is behind. Names are never labels. */
@Injectable()
export class SubscriptionMetrics {
  #reading: Promise<Reading> | null = null;
  #readAt = 0;

  constructor(
    registry: Registry,
    @Inject(SUBSCRIPTION_STORE) private readonly store: SubscriptionStore,
    private readonly subscriptions: Subscriptions,
  ) {
    const shown = (name: string, help: string, of: (reading: Reading) => number): void => {
      const read = (): Promise<Reading> => this.#current();
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // Without the database the last value stands.
          const reading = await read().catch(() => null);
          if (reading !== null) this.set(of(reading));
        },
      });
    };
    shown('witness_subscriptions', 'Durable subscriptions of all tenants.', ({ total }) => total);
    shown(
      'witness_subscription_lag_events',
      'Events that the subscription furthest behind has not acknowledged, counted up to 5,000.',
      ({ longest }) => longest,
    );
  }

  #current(): Promise<Reading> {
    if (this.#reading === null || performance.now() - this.#readAt > standsMilliseconds) {
      this.#readAt = performance.now();
      this.#reading = this.#read();
    }
    return this.#reading;
  }

  async #read(): Promise<Reading> {
    const { total, subscriptions } = await this.store.furthestBehind(mostCounted);
    let longest = 0;
    for (const { tenant_id, subscription } of subscriptions) {
      const { lag } = await this.subscriptions.lag({ tenant_id, name: subscription.name }, subscription);
      longest = Math.max(longest, lag);
    }
    return { total, longest };
  }
}
