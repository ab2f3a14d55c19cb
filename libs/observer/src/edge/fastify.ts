import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hub } from '../hub/hub.ts';
import { watchNode } from './node.ts';

/** What of Fastify is used. */
export interface FastifyLike {
  addHook(
    name: 'onRequest',
    hook: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse },
      done: () => void,
    ) => void,
  ): unknown;
}

/** A Fastify plugin for the instance that it is registered with, and all within. */
export function fastifyPlugin(
  hub: Hub | null,
): (instance: FastifyLike, options: unknown, done: () => void) => void {
  const plugin = (instance: FastifyLike, _options: unknown, done: () => void): void => {
    instance.addHook('onRequest', (request, reply, next) => {
      watchNode(hub, request.raw, reply.raw)(next);
    });
    done();
  };
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
