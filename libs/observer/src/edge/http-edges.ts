import type { Hub } from '../hub/hub.ts';
import { fastifyPlugin } from './fastify.ts';
import { observeFetch } from './fetch.ts';
import { observeListener, observeMiddleware } from './node.ts';

/** All of them pass requests and answers on as they are, and may stand before a server that is observed itself. */
export interface HttpEdges {
  /** For `node:http`: the same listener. */
  readonly listener: ReturnType<typeof observeListener>;
  /** For Express and Connect: put it before what may turn requests away. */
  readonly middleware: ReturnType<typeof observeMiddleware>;
  /** For `fastify.register`. */
  readonly fastify: ReturnType<typeof fastifyPlugin>;
  /** For handlers of the Fetch API: the same handler. */
  readonly fetch: ReturnType<typeof observeFetch>;
}

export const httpEdges = (hub: Hub | null): HttpEdges => ({
  listener: observeListener(hub),
  middleware: observeMiddleware(hub),
  fastify: fastifyPlugin(hub),
  fetch: observeFetch(hub),
});
