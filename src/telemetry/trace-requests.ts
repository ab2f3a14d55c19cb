import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Telemetry } from './telemetry.ts';

/**
 * A span for every request, by the HTTP conventions: method, route template and status, never a path, a query, a header
 * or an address. A caller's `traceparent` is its parent.
 */
export const traceRequests = (fastify: FastifyInstance, telemetry: Telemetry): void => {
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'other';
    const method = request.is404 ? '_OTHER' : request.method;
    const span = telemetry.startSpan({
      name: `${method} ${route}`,
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route, 'url.scheme': request.protocol },
      parent: telemetry.contextOf(request.headers),
    });
    spans.set(request, span);
    telemetry.within(span, done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
};
