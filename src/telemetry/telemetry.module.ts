import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { TELEMETRY, type Telemetry } from './telemetry.ts';
import { traceRequests } from './trace-requests.ts';

/** Sends traces and metrics to a collector, where one is named. Who opened the way to it closes it. */
@Module({})
export class TelemetryModule implements OnModuleInit {
  static of(telemetry: Telemetry | null): DynamicModule {
    return { module: TelemetryModule, providers: [{ provide: TELEMETRY, useValue: telemetry }] };
  }

  constructor(
    @Inject(TELEMETRY) private readonly telemetry: Telemetry | null,
    @Inject(Registry) private readonly registry: Registry,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    if (this.telemetry === null) return;
    traceRequests(this.host.httpAdapter.getInstance<FastifyInstance>(), this.telemetry);
    this.telemetry.sendMetrics(this.registry);
  }
}
