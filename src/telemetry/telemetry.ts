import { type Context, type Span, type SpanKind, type Attributes } from '@opentelemetry/api';
import { type Registry } from 'prom-client';

/** Dependency injection token of {@link Telemetry}. */
export const TELEMETRY = Symbol('TELEMETRY');

interface StartSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** The span in whose course this one starts; that of the running code when absent. */
  readonly parent?: Context;
}

/** What this process tells a collector. Nothing of it is global: several services may run in one process. */
export interface Telemetry {
  startSpan(span: StartSpan): Span;
  /** Runs `act`, and all that it starts, in the course of `span`. */
  within<T>(span: Span, act: () => T): T;
  /** The context that `traceparent` among these headers names, or an empty one. */
  contextOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Context;
  /** Sends all metrics of the registry now and then, as cumulative values. */
  sendMetrics(registry: Registry): void;
  /** Sends what waits, and ends within a few seconds whether the collector answers or not. */
  close(): Promise<void>;
}
