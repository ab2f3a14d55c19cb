import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConsumptionController } from './consumption.controller.ts';
import { SUBSCRIPTION_STORE, type SubscriptionStore } from './store.ts';
import { postgresSubscriptions } from './store.postgres.ts';
import { SubscriptionMetrics } from './subscription-metrics.ts';
import { SubscriptionsController } from './subscriptions.controller.ts';
import { Subscriptions } from './subscriptions.service.ts';

/** Durable consumers of the feed. */
@Module({
  controllers: [SubscriptionsController, ConsumptionController],
  providers: [
    {
      provide: SUBSCRIPTION_STORE,
      inject: [DataSource],
      useFactory: (dataSource: DataSource): SubscriptionStore => postgresSubscriptions(dataSource),
    },
    Subscriptions,
    SubscriptionMetrics,
  ],
})
export class SubscriptionsModule {}
