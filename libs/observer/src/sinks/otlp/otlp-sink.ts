import { randomUUID } from 'node:crypto';
import { createPoster, type Posted, type Poster, resultOf } from '../http/post.ts';
import type { SendResult, Sink } from '../sink.ts';
import { attributesOf, type Value } from './attributes.ts';
import { createCommons } from './conventions.ts';
import type { Temporality } from './histogram.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createSpanWriter, isOperation } from './spans.ts';

export interface OtlpSinkOptions {
  /** The collector, such as `http://127.0.0.1:4318`: `/v1/traces` and `/v1/metrics` are appended. */
  readonly endpoint?: string;
  /** The whole address for spans, in the place of `endpoint`; null for none. */
  readonly tracesUrl?: string | null;
  /** The whole address for metrics, in the place of `endpoint`; null for none. */
  readonly metricsUrl?: string | null;
  /** Sent with every request; for a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with metrics alone, in the place of `headers`. */
  readonly metricsHeaders?: Readonly<Record<string, string>>;
  /** `service.name`; `mcp-server` when absent. */
  readonly serviceName?: string;
  /** Attributes of the resource, such as `deployment.environment.name`. */
  readonly resource?: Readonly<Record<string, Value>>;
  /** `cumulative` when absent; some backends take `delta` alone. */
  readonly temporality?: Temporality;
  /** Milliseconds between metrics; 60,000 when absent. */
  readonly metricIntervalMs?: number;
  readonly name?: string;
}

const METRIC_INTERVAL_MS = 60_000;
const CLOSING_MS = 2_000;
const scope = JSON.stringify({ name: '@mcp-witness/observer' });

/** Undefined: by the endpoint. Null: none. */
function addressOf(signal: 'traces' | 'metrics', options: OtlpSinkOptions): URL | null {
  const given = signal === 'traces' ? options.tracesUrl : options.metricsUrl;
  if (given === null) return null;
  if (given !== undefined) return new URL(given);
  if (options.endpoint === undefined) return null;
  return new URL(`${options.endpoint.replace(/\/+$/, '')}/v1/${signal}`);
}

/** A collector may take a part of a batch. */
function refusedOf({ body }: Posted): number {
  try {
    const { partialSuccess } = JSON.parse(body) as { partialSuccess?: { rejectedSpans?: unknown } };
    const refused = Number(partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(refused) && refused > 0 ? refused : 0;
  } catch {
    return 0;
  }
}

async function sendSpans(
  poster: Poster | null,
  spans: readonly string[],
  resource: string,
  signal: AbortSignal,
): Promise<SendResult> {
  if (poster === null || spans.length === 0) return { outcome: 'taken' };
  const body = `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":${scope},"spans":[${spans.join(',')}]}]}]}`;
  const posted = await poster.post(body, signal);
  const result = resultOf(posted);
  return result.outcome === 'taken' ? { outcome: 'taken', refused: refusedOf(posted) } : result;
}

/** What a collector does not take of metrics comes again with the next. */
async function sendMetrics(
  poster: Poster,
  metrics: Metrics,
  resource: string,
  signal: AbortSignal,
): Promise<void> {
  const now = Date.now();
  const collected = metrics.collect(now);
  if (collected === null) return;
  const metricsText = JSON.stringify(collected);
  const body = `{"resourceMetrics":[{"resource":${resource},"scopeMetrics":[{"scope":${scope},"metrics":${metricsText}}]}]}`;
  const posted = await poster.post(body, signal);
  if (resultOf(posted).outcome === 'taken') metrics.told(now);
}

/**
 * Spans and metrics by the semantic conventions for MCP, as OTLP over HTTP in JSON. Throws on an address that is none.
 * Metrics count what was taken as spans; where no spans are sent, every event.
 */
export function otlpSink(options: OtlpSinkOptions): Sink {
  const { headers = {}, metricsHeaders = headers, temporality = 'cumulative' } = options;
  const { metricIntervalMs = METRIC_INTERVAL_MS, name = 'otlp' } = options;
  const [traces, metricsTo] = [addressOf('traces', options), addressOf('metrics', options)];
  if (traces === null && metricsTo === null)
    throw new TypeError('otlpSink needs an endpoint, a tracesUrl or a metricsUrl');
  const spans = traces === null ? null : createPoster(traces, headers);
  const values = metricsTo === null ? null : createPoster(metricsTo, metricsHeaders);
  const metrics = createMetrics(temporality, Date.now());
  const resource = JSON.stringify({
    attributes: attributesOf({
      'service.name': options.serviceName ?? 'mcp-server',
      'service.instance.id': randomUUID(),
      ...options.resource,
    }),
  });
  const commonOf = createCommons();
  const writeSpan = createSpanWriter();
  let nextMetrics = Date.now() + metricIntervalMs;

  const tellMetrics = async (signal: AbortSignal): Promise<void> => {
    if (values === null) return;
    await sendMetrics(values, metrics, resource, signal).catch(() => undefined);
    nextMetrics = Date.now() + metricIntervalMs;
  };

  return {
    name,
    async send(batch, signal) {
      const told = batch.events.map((event) => [event, commonOf(event)] as const);
      const written = told
        .filter(([event]) => isOperation(event))
        .map(([event, common]) => writeSpan(event, common));
      const result = await sendSpans(spans, written, resource, signal);
      if (result.outcome !== 'taken') return result;
      metrics.count(told, batch.lost);
      if (Date.now() >= nextMetrics) await tellMetrics(signal);
      return result;
    },
    async close() {
      await tellMetrics(AbortSignal.timeout(CLOSING_MS));
      spans?.close();
      values?.close();
    },
  };
}
