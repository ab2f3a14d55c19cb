/** A service in a process of its own that tells which routes it has, and what memory it holds after a collection whenever it is asked. */
import { subscribe } from 'node:diagnostics_channel';
import { type FastifyInstance } from 'fastify';
import { describeFaults, readSettings, startService } from '../../../src/service.ts';

const routes: string[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
});

const read = readSettings(process.env);
if (!read.ok) throw new Error(describeFaults(read.faults));
const service = await startService(read.settings);
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.on('disconnect', () => {
  void service.close().then(() => process.exit(0));
});
process.send?.({ url: service.url, routes });
