import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { describe, expect, it } from '@jest/globals';
import { type Received, withCollector } from '../../../../../test/support/collector.ts';
import { aCall, anObservation, eventsOf, withPipeline } from '../../../test/support/observations.ts';
import type { Observation } from '../../observation.ts';
import type { Pipeline } from '../../pipeline.ts';
import type { PipelineOptions } from '../../pipeline/options.ts';
import { otlpSink, type OtlpSinkOptions } from './otlp-sink.ts';
import { type Attribute } from './attributes.ts';
import { createCommons } from './conventions.ts';
import { createSpanWriter } from './spans.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly status: object;
}
interface Point {
  readonly attributes: readonly Attribute[];
  readonly count: string;
  readonly bucketCounts: readonly string[];
}
interface Metric {
  readonly name: string;
  readonly histogram: { readonly dataPoints: readonly Point[] };
  readonly sum: { readonly dataPoints: readonly Point[] };
}
interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansOf = (received: readonly Received[]): readonly Span[] =>
  received
    .filter(({ path }) => path.endsWith('/v1/traces'))
    .flatMap(({ body }) => (body as Body).resourceSpans[0]!.scopeSpans[0]!.spans);

const metricsOf = (received: readonly Received[]): readonly (readonly Metric[])[] =>
  received
    .filter(({ path }) => path.endsWith('/v1/metrics'))
    .map(({ body }) => (body as Body).resourceMetrics[0]!.scopeMetrics[0]!.metrics);

/** What a collector gets of these observations, up to and with the close. */
async function exported(
  observations: readonly Observation[],
  options: Partial<OtlpSinkOptions> = {},
  more: PipelineOptions = {},
): Promise<readonly Received[]> {
  return withCollector(async ({ url, received }) => {
    const sink = otlpSink({ endpoint: `${url}/`, ...options });
    await withPipeline({ ...more, sinks: [sink] }, async (pipeline: Pipeline) => {
      for (const observation of observations) pipeline.take(observation);
      await pipeline.close();
    });
    return [...received];
  });
}

describe('a span', () => {
  it('is named and attributed by the conventions for MCP', async () => {
    const [span] = spansOf(
      await exported([
        aCall(
          {},
          {
            traceparent: TRACEPARENT,
            tracestate: 'congo=t61',
            correlation: { rung: 'handle', session_id: 's-1' },
          },
        ),
      ]),
    );
    expect(span).toMatchObject({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentSpanId: '00f067aa0ba902b7',
      traceState: 'congo=t61',
      name: 'tools/call list_issues',
      kind: 2,
      startTimeUnixNano: '1796000000000500000',
      endTimeUnixNano: '1796000000012750000',
      status: {},
    });
    expect(valuesOf(span!.attributes)).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'list_issues',
      'gen_ai.operation.name': 'execute_tool',
      'mcp.protocol.version': '2026-07-28',
      'mcp.session.id': 's-1',
      'network.transport': 'tcp',
      'network.protocol.name': 'http',
      'witness.correlation': 'handle',
      'witness.client.name': 'claude-code',
      'witness.client.named_by': 'envelope',
      'witness.result.bytes': 120,
    });
    expect(valuesOf(span!.attributes)).not.toHaveProperty('error.type');
  });

  const content = { params: {}, result: undefined, extra: undefined };
  const failures: readonly [string, Partial<Observation>, Record<string, string>][] = [
    ['a tool that failed', { outcome: 'tool_error', error_code: 'any' }, { 'error.type': 'tool_error' }],
    [
      'a JSON-RPC error',
      {
        outcome: 'protocol_error',
        error_code: 'invalid_params',
        content: { ...content, error: { code: -32602 } },
      },
      { 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
    ],
    ['a cancellation', { outcome: 'cancelled' }, { 'error.type': 'cancelled' }],
    ['a refusal', { outcome: 'rejected', error_code: 'http_401' }, { 'error.type': 'http_401' }],
  ];
  it.each(failures)('tells of %s by its class', async (_, otherwise, values) => {
    const [span] = spansOf(await exported([anObservation(otherwise)]));
    expect(span!.status).toEqual({ code: 2 });
    expect(valuesOf(span!.attributes)).toMatchObject(values);
  });

  it('of what the server asks is a client span, and of a custom event an internal one', async () => {
    const spans = spansOf(
      await exported([
        anObservation({ kind: 'sampling', method: 'sampling/createMessage', asked_by: 'server', name: null }),
        anObservation({ kind: 'custom', method: null, name: 'checkout', outcome: null, duration_ms: null }),
        anObservation({ kind: 'prompt', method: 'prompts/get', name: 'review' }),
        anObservation({ kind: 'closed', method: null, outcome: null }),
      ]),
    );
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['sampling/createMessage', 3],
      ['custom checkout', 1],
      ['prompts/get review', 2],
    ]);
  });

  it('has what is its own, and not what the one before it had', async () => {
    const client = { name: 'other', version: null, rung: 'meta' } as const;
    const told = await exported([
      anObservation({ id: 'a', correlation: { rung: 'handle', session_id: 's-1' } }),
      anObservation({ id: 'b', correlation: { rung: 'handle', session_id: 's-2' } }),
      anObservation({ id: 'c', correlation: { rung: 'handle', session_id: 's-2' }, client, result_bytes: 7 }),
      anObservation({ id: 'd', correlation: { rung: 'handle', session_id: 's-1' }, outcome: 'tool_error' }),
    ]);
    const keys = [
      'witness.event.id',
      'mcp.session.id',
      'witness.client.name',
      'witness.result.bytes',
      'error.type',
    ];
    const own = spansOf(told).map(({ attributes }) => keys.map((key) => valuesOf(attributes)[key]));
    expect(own).toEqual([
      ['a', 's-1', 'claude-code', 120, undefined],
      ['b', 's-2', 'claude-code', 120, undefined],
      ['c', 's-2', 'other', 7, undefined],
      ['d', 's-1', 'claude-code', 120, 'tool_error'],
    ]);
  });

  it('of a call made within another has that one for its parent', async () => {
    const [outer, inner] = spansOf(
      await exported([anObservation({ id: 'outer' }), anObservation({ id: 'inner', parent_id: 'outer' })]),
    );
    expect(inner).toMatchObject({ traceId: outer!.traceId, parentSpanId: outer!.spanId });
    expect(inner!.spanId).not.toBe(outer!.spanId);
  });

  it('is written as the exporter of OpenTelemetry writes it', async () => {
    const [event] = await eventsOf({ tags: () => ({ team: 'core' }) }, [
      aCall({}, { traceparent: TRACEPARENT, outcome: 'tool_error' }),
    ]);
    const ours = JSON.parse(createSpanWriter()(event!, createCommons()(event!))) as Span;
    const theirs = await withCollector(async ({ url, received }) => {
      const provider = new NodeTracerProvider({
        resource: resourceFromAttributes({}),
        idGenerator: { generateSpanId: () => ours.spanId, generateTraceId: () => ours.traceId },
        spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))],
      });
      const parent = trace.setSpanContext(ROOT_CONTEXT, {
        traceId: ours.traceId,
        spanId: ours.parentSpanId!,
        traceFlags: 1,
        isRemote: true,
      });
      const options = { kind: SpanKind.SERVER, startTime: [1_796_000_000, 500_000] as [number, number] };
      const span = provider.getTracer('x').startSpan(ours.name, options, parent);
      span.setAttributes(valuesOf(ours.attributes) as never);
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end([1_796_000_000, 12_750_000]);
      await provider.shutdown();
      return spansOf(received)[0];
    });
    expect(theirs).toMatchObject(ours);
  });
});

describe('metrics', () => {
  const byName = (metrics: readonly Metric[] | undefined, name: string): Metric =>
    metrics!.find((metric) => metric.name === name)!;

  it('are durations of operations by their few attributes, and what was lost', async () => {
    const observations = [
      anObservation({ duration_ms: 5 }),
      anObservation({ duration_ms: 15 }),
      anObservation({ duration_ms: 400_000, outcome: 'tool_error' }),
      anObservation({ kind: 'sampling', asked_by: 'server', method: 'sampling/createMessage', name: null }),
      anObservation({ kind: 'closed', method: null, name: null, outcome: null, duration_ms: 61_000 }),
    ];
    const [metrics] = metricsOf(await exported(observations));
    const served = byName(metrics, 'mcp.server.operation.duration');
    expect(served).toMatchObject({ unit: 's', histogram: { aggregationTemporality: 2 } });
    const [well, badly] = served.histogram.dataPoints;
    expect(well).toMatchObject({ count: '2', sum: 0.02, min: 0.005, max: 0.015 });
    expect(well!.bucketCounts.map(Number)).toEqual([1, 1, ...Array.from({ length: 13 }, () => 0)]);
    expect(badly!.bucketCounts.at(-1)).toBe('1');
    expect(valuesOf(badly!.attributes)).toMatchObject({
      'error.type': 'tool_error',
      'gen_ai.tool.name': 'list_issues',
    });
    expect(valuesOf(well!.attributes)).not.toHaveProperty('witness.event.id');
    expect(byName(metrics, 'mcp.client.operation.duration').histogram.dataPoints).toHaveLength(1);
    expect(byName(metrics, 'mcp.server.session.duration').histogram.dataPoints[0]).toMatchObject({ sum: 61 });
  });

  it('count a loss', async () => {
    const redactEvent = (): never => {
      throw new Error('boom');
    };
    const [metrics] = metricsOf(await exported([anObservation()], {}, { redactEvent }));
    const lost = byName(metrics, 'witness.observer.events.lost');
    expect(lost.sum).toMatchObject({ isMonotonic: true, dataPoints: [{ asInt: '1' }] });
    expect(valuesOf(lost.sum.dataPoints[0]!.attributes)).toEqual({ 'witness.reason': 'hook_failed' });
  });

  it.each([
    ['cumulative', ['1', '2']],
    ['delta', ['1', '1']],
  ] as const)('are %s where that is wanted', async (temporality, counts) => {
    const told = await withCollector(async ({ url, received }) => {
      const sink = otlpSink({ endpoint: url, temporality, metricIntervalMs: 0 });
      await withPipeline({ sinks: [sink] }, async (pipeline) => {
        for (let count = 0; count < 2; count += 1) {
          pipeline.take(anObservation());
          await pipeline.flush();
        }
      });
      return metricsOf(received);
    });
    expect(told.map(([served]) => served!.histogram.dataPoints[0]!.count)).toEqual(counts);
  });

  it('hold a bounded number of series', async () => {
    const observations = Array.from({ length: 1_100 }, (_, n) => anObservation({ name: `tool_${n}` }));
    const served = metricsOf(await exported(observations))[0]![0]!;
    expect(served.histogram.dataPoints).toHaveLength(1_001);
    expect(served.histogram.dataPoints.at(-1)).toMatchObject({
      count: '100',
      attributes: [{ key: 'otel.metric.overflow', value: { boolValue: true } }],
    });
  });
});

describe('the sink', () => {
  it('sends its headers, and the name of the service', async () => {
    const [request] = await exported([anObservation()], {
      headers: { 'x-key': 'k' },
      serviceName: 'issues',
      resource: { 'deployment.environment.name': 'test' },
    });
    expect(request?.headers['x-key']).toBe('k');
    expect(valuesOf((request!.body as Body).resourceSpans[0]!.resource.attributes)).toMatchObject({
      'service.name': 'issues',
      'deployment.environment.name': 'test',
    });
  });

  it('sends a hundred spans and more in one request', async () => {
    const received = await exported(Array.from({ length: 200 }, () => anObservation()));
    expect(received.filter(({ path }) => path === '/v1/traces').length).toBeLessThanOrEqual(2);
    expect(spansOf(received)).toHaveLength(200);
  });

  it('sends spans without metrics, or metrics without spans, where only one has an address', async () => {
    const paths = async (options: (url: string) => Partial<OtlpSinkOptions>): Promise<readonly string[]> =>
      withCollector(async ({ url, received }) => {
        await withPipeline({ sinks: [otlpSink(options(url))] }, async (pipeline) => {
          pipeline.take(anObservation());
          await pipeline.close();
        });
        return received.map(({ path }) => path);
      });
    expect(await paths((url) => ({ tracesUrl: `${url}/only` }))).toEqual(['/only']);
    expect(await paths((url) => ({ metricsUrl: `${url}/only` }))).toEqual(['/only']);
  });

  it('says what it needs when it has no address', () => {
    expect(() => otlpSink({})).toThrow('otlpSink needs an endpoint, a tracesUrl or a metricsUrl');
    expect(() => otlpSink({ endpoint: 'not an address' })).toThrow('Invalid URL');
  });
});
