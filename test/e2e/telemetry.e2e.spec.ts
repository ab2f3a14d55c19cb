import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { type Received, withCollector } from '../support/collector.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { withService } from '../support/service.ts';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
}

interface Metric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly Point[]; readonly isMonotonic: boolean };
  readonly histogram?: { readonly dataPoints: readonly Point[] };
}

interface Point {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly count?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

type Body = Readonly<
  Record<
    string,
    readonly {
      readonly scopeSpans?: readonly { readonly spans: readonly Span[] }[];
      readonly scopeMetrics?: readonly { readonly metrics: readonly Metric[] }[];
    }[]
  >
>;

const spansOf = (received: readonly Received[]): readonly Span[] =>
  received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (body as Body).resourceSpans ?? [])
    .flatMap(({ scopeSpans }) => scopeSpans ?? [])
    .flatMap(({ spans }) => spans);

const metricsOf = (received: readonly Received[]): readonly Metric[] =>
  received
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => (body as Body).resourceMetrics ?? [])
    .flatMap(({ scopeMetrics }) => scopeMetrics ?? [])
    .flatMap(({ metrics }) => metrics);

const attributesOf = ({ attributes }: { readonly attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

/** Ports that this process tried to connect to while `use` ran, in their order. */
const portsTriedBy = async (use: () => Promise<unknown>): Promise<readonly number[]> => {
  const ports: number[] = [];
  const note = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    socket.on('connectionAttempt', (_address: string, port: number) => ports.push(port));
  };
  subscribe('net.client.socket', note);
  try {
    await use();
    return ports;
  } finally {
    unsubscribe('net.client.socket', note);
  }
};

const portOf = (url: string): number => Number(new URL(url).port);

/** Where a service connects to that is asked something and stopped, but for its database and itself. */
const othersTriedWith = async (environment: Readonly<Record<string, string>>): Promise<readonly number[]> => {
  const own = new Set<number>();
  const tried = await portsTriedBy(() =>
    withService(
      async ({ url, database, post }) => {
        for (const known of [url, database.url]) own.add(portOf(known));
        await post('/v1/attempts', attemptBody(uuid(1)), { traceparent });
      },
      { environment },
    ),
  );
  expect(tried.some((port) => own.has(port))).toBe(true);
  return [...new Set(tried)].filter((port) => !own.has(port));
};

describe('telemetry', () => {
  it('goes to the collector that is named, and nowhere where none is, whatever else of it is set', async () => {
    await withCollector(async ({ url }) => {
      const others = { OTEL_METRIC_EXPORT_INTERVAL: '100', OTEL_SERVICE_NAME: 'witness-test' };
      expect(await othersTriedWith(others)).toEqual([]);
      expect(await othersTriedWith({ ...others, OTEL_EXPORTER_OTLP_ENDPOINT: url })).toEqual([portOf(url)]);
    });
  });

  it('sends a span for each request under its caller’s trace, and one for its append, without content', async () => {
    await withCollector(async ({ url, received }) => {
      const environment = {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme%20inc',
        OTEL_SERVICE_NAME: 'witness-test',
      };
      await withService(
        async ({ post, get }) => {
          await post('/v1/attempts', attemptBody(uuid(1)), { traceparent });
          await get('/v1/attempts/planted-in-the-path?q=planted-in-the-query', {
            'x-planted': 'planted-in-a-header',
          });
        },
        { environment },
      );
      const spans = spansOf(received);
      const request = spans.find(({ name }) => name === 'POST /v1/attempts');
      expect(request).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7' });
      expect(request && attributesOf(request)).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/v1/attempts',
        'http.response.status_code': 201,
      });
      const append = spans.find(({ name, traceId }) => name === 'append' && traceId === trace);
      expect(append?.parentSpanId).toBe(request?.spanId);
      expect(spans.map(({ name }) => name)).toContain('GET /v1/attempts/:attachment_attempt_id');
      expect(JSON.stringify(received.map(({ body }) => body))).not.toContain('planted');
      expect(received.map(({ headers }) => headers['x-tenant'])).toEqual(received.map(() => 'acme inc'));
      expect(JSON.stringify(received)).toContain('witness-test');
    });
  });

  it('sends the same metrics as it serves', async () => {
    await withCollector(async ({ url, received }) => {
      const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
      await withService(({ post }) => post('/v1/attempts', attemptBody(uuid(1))), { environment });
      const metrics = metricsOf(received);
      const cpu = metrics.findLast(({ name }) => name === 'process_cpu_seconds_total');
      expect(cpu?.sum?.isMonotonic).toBe(true);
      expect(cpu?.sum?.dataPoints[0]?.asDouble).toBeGreaterThan(0);
      const durations = metrics.findLast(({ name }) => name === 'witness_http_request_duration_seconds');
      const points = durations?.histogram?.dataPoints ?? [];
      expect(
        points.map(
          ({ bucketCounts, count }) => (bucketCounts ?? []).reduce((a, b) => a + b, 0) - (count ?? 0),
        ),
      ).toEqual(points.map(() => 0));
      expect(points.length).toBeGreaterThan(0);
    });
  });

  it('changes no answer, counts what was lost, and still stops when the collector is away', async () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_METRIC_EXPORT_INTERVAL: '100',
    };
    await withService(
      async ({ post, get }) => {
        expect((await post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(201);
        const lost = async (): Promise<boolean> =>
          /witness_telemetry_export_failures_total\{signal="metrics"\} [1-9]/.test(
            String((await get('/metrics')).body),
          );
        const deadline = Date.now() + 60_000;
        while (!(await lost())) if (Date.now() > deadline) throw new Error('No lost batch was counted.');
      },
      { environment },
    );
  });
});
