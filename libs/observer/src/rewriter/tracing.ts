import type { TracePlace } from '../pipeline/trace.ts';
import type { RewriteVia } from '../rewriting.ts';
import { isObject, type JsonObject, withMember } from './json.ts';
import { type Around, passTrace } from './trace-out.ts';

/** A message as it goes on, and where it stands in a trace. */
interface TracedMessage {
  readonly message: JsonObject;
  readonly trace: TracePlace;
}

/** Hands the trace on in both directions: to the server, and from there to whom it asks while it handles a request. */
export interface Tracing {
  /** A request of the client's, with these parameters. */
  toServer(request: JsonObject, params: JsonObject, via: RewriteVia): TracedMessage;
  /** A request of the server's own; `within` is the message that it is handling, as `toServer` gave it. */
  toClient(request: JsonObject, params: JsonObject, within: unknown): TracedMessage;
}

const nothing: Around = { traceparent: null, tracestate: null };

export function createTracing(): Tracing {
  const contexts = new WeakMap<object, Around>();
  return {
    toServer(request, given, via) {
      const { params, trace, around } = passTrace(given, () => ({
        traceparent: via.header('traceparent'),
        tracestate: via.header('tracestate'),
      }));
      const message = withMember(request, 'params', params);
      contexts.set(message, around);
      return { message, trace };
    },
    toClient(request, given, within) {
      const around = isObject(within) ? contexts.get(within) : undefined;
      const { params, trace } = passTrace(given, () => around ?? nothing);
      return { message: withMember(request, 'params', params), trace };
    },
  };
}
