import { randomUUID } from 'node:crypto';
import { defaultTextMapGetter, ROOT_CONTEXT, trace, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { Counter, type Registry } from 'prom-client';
import { type TelemetrySettings } from '../config/settings.ts';
import { type ExportFailed, watched } from './export-failures.ts';
import { registryProducer } from './registry-producer.ts';
import { type Telemetry } from './telemetry.ts';

/** Short, so that a collector that does not answer delays neither the next batch nor the end of the process for long. */
const timeoutMillis = 3_000;

/** Opens the way to the collector. A collector that is away costs spans and a counter, nothing else. */
export const openTelemetry = (settings: TelemetrySettings): Telemetry => {
  const resource = resourceFromAttributes({
    'service.name': settings.serviceName,
    'service.instance.id': randomUUID(),
  });
  let failed: ExportFailed = () => undefined;
  const common = { headers: settings.headers, timeoutMillis };
  const spans = new OTLPTraceExporter({ ...common, url: `${settings.endpoint}/v1/traces` });
  const exporter = watched(spans, () => {
    failed('traces');
  });
  const traces = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: timeoutMillis })],
  });
  let metrics: MeterProvider | null = null;
  const sendMetrics = (registry: Registry): void => {
    failed = countFailures(registry);
    const values = new OTLPMetricExporter({ ...common, url: `${settings.endpoint}/v1/metrics` });
    const reader = new PeriodicExportingMetricReader({
      exporter: watched(values, () => {
        failed('metrics');
      }),
      exportIntervalMillis: settings.metricIntervalMs,
      exportTimeoutMillis: Math.min(timeoutMillis, settings.metricIntervalMs),
      metricProducers: [registryProducer(registry)],
    });
    metrics = new MeterProvider({ resource, readers: [reader] });
  };
  const close = async (): Promise<void> => {
    const settled = Promise.allSettled([traces.shutdown(), metrics?.shutdown()]);
    await Promise.race([settled, elapsed(timeoutMillis)]);
  };
  return { ...spansOf(traces.getTracer('mcp-witness')), sendMetrics, close };
};

const spansOf = (tracer: Tracer): Pick<Telemetry, 'startSpan' | 'within' | 'contextOf'> => {
  const running = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();
  return {
    startSpan: ({ name, kind, attributes, parent }) =>
      tracer.startSpan(name, { kind, attributes }, parent ?? running.active()),
    within: (span, act) => running.with(trace.setSpan(running.active(), span), act),
    contextOf: (headers) => propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
  };
};

const countFailures = (registry: Registry): ExportFailed => {
  const failures = new Counter({
    name: 'witness_telemetry_export_failures_total',
    help: 'Batches of traces or metrics that the collector did not take; they are lost.',
    labelNames: ['signal'],
    registers: [registry],
  });
  return (signal) => {
    failures.inc({ signal });
  };
};

const elapsed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
