import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { HttpMetrics } from './http-metrics.ts';
import { IngestMetrics } from './ingest-metrics.ts';
import { MetricsController } from './metrics.controller.ts';
import { createRegistry } from './registry.ts';

/** Other modules inject the `Registry` of prom-client and register what they count. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [{ provide: Registry, useFactory: createRegistry }, HttpMetrics, IngestMetrics],
  exports: [Registry, IngestMetrics],
})
export class MetricsModule {}
