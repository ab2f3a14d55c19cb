/**
 * An MCP server of SDK 1.x and its client in one process, over in-memory transport; the parent tells it what to do.
 * Arguments: how it is observed (`unobserved`, `witness`, `agentcat`), the collector, and where AgentCat is installed.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endObserving, observe, otlpSink } from '@mcp-witness/observer';
import type * as clients from '@modelcontextprotocol/sdk/client/index.js';
import type * as memory from '@modelcontextprotocol/sdk/inMemory.js';
import type * as mcp from '@modelcontextprotocol/sdk/server/mcp.js';
import type * as zod from 'zod';
import type { Order, Told } from './orders.ts';

const [way = '', collector = '', folder = ''] = process.argv.slice(2);
const require = createRequire(folder === '' ? import.meta.url : join(folder, 'package.json'));
const load = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(require.resolve(name)).href)) as T;

const { McpServer } = await load<typeof mcp>('@modelcontextprotocol/sdk/server/mcp.js');
const { Client } = await load<typeof clients>('@modelcontextprotocol/sdk/client/index.js');
const { InMemoryTransport } = await load<typeof memory>('@modelcontextprotocol/sdk/inMemory.js');
const { z } = await load<typeof zod>('zod');

const server = new McpServer({ name: 'bench', version: '1' });
server.registerTool('echo', { description: 'Echo', inputSchema: { text: z.string() } }, ({ text }) => ({
  content: [{ type: 'text', text }],
}));
if (way === 'witness') observe(server, { server: 'bench', sinks: [otlpSink({ endpoint: collector })] });
if (way === 'agentcat') {
  const agentcat = (await import(pathToFileURL(join(folder, 'load.mjs')).href)) as {
    track(...given: unknown[]): void;
  };
  agentcat.track(server, 'proj_bench', { disableDiagnostics: true, apiBaseUrl: collector });
}
const [near, far] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: 'bench', version: '1' });
await Promise.all([server.connect(far), client.connect(near)]);
await client.listTools();

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Microseconds of each call; the event loop turns between them. */
async function go(calls: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < calls; count += 1) {
    const before = performance.now();
    await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
    times.push((performance.now() - before) * 1_000);
    await turn();
  }
  return times;
}

const tell = (told: Told): void => {
  process.send?.(told);
};
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

async function obey(order: Order): Promise<void> {
  switch (order.kind) {
    case 'go':
      tell({ kind: 'went', times: await go(order.calls), processor: processorTime() });
      return;
    case 'look':
      tell({ kind: 'went', times: [], processor: processorTime() });
      return;
    case 'leave':
      await client.close();
      await server.close();
      if (way === 'witness') await endObserving();
      process.disconnect();
      return;
    case 'exit':
      process.exit(0);
  }
}
process.on('message', (order: Order) => void obey(order));
tell({ kind: 'went', times: [], processor: processorTime() });
