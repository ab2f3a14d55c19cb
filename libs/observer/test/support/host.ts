/**
 * A stdio server of SDK 1.x, for containment: with or without an observer, whose hooks, sinks and disk are as its
 * arguments say. What it answers is on stdout; with `listeners` it tells on stderr how many of them the process has.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  fileSink,
  type Hooks,
  observe,
  type ObserveOptions,
  otlpSink,
  type Sink,
} from '@mcp-witness/observer';

interface Setting {
  readonly observed: boolean;
  readonly hooks?: 'throw' | 'reject' | 'hang' | 'garbage';
  readonly sink?: 'throwing' | 'hanging' | 'garbage';
  readonly collector?: string;
  readonly file?: string;
  readonly spool?: string;
}

const setting = JSON.parse(process.argv[2] ?? '{}') as Setting;

const boom = (): never => {
  throw new Error('boom');
};
const hooks = {
  throw: boom,
  reject: () => Promise.reject(new Error('boom')),
  hang: () => new Promise(() => undefined),
  garbage: () => new Proxy({}, { get: boom, ownKeys: boom, getOwnPropertyDescriptor: boom }),
};
const sinks: Readonly<Record<string, Sink['send']>> = {
  throwing: boom,
  hanging: () => new Promise(() => undefined),
  garbage: () => Promise.resolve(7 as never),
};

function hooksOf(kind: Setting['hooks']): Hooks {
  if (kind === undefined) return {};
  const hook = hooks[kind] as never;
  return {
    identify: hook,
    resolveSession: hook,
    tags: hook,
    properties: hook,
    redactText: hook,
    redactEvent: hook,
  };
}

function options(): ObserveOptions {
  const { hooks: kind, sink, collector, file, spool } = setting;
  const send = sink === undefined ? undefined : sinks[sink];
  return {
    server: 'host',
    arguments: 'summary',
    results: { '*': ['any', 'self', 'bad'] },
    headers: ['x-any'],
    ...hooksOf(kind),
    sinks: [
      ...(send ? [{ name: 'own', send }] : []),
      ...(collector === undefined ? [] : [otlpSink({ endpoint: collector })]),
      ...(file === undefined ? [] : [fileSink({ directory: file })]),
    ],
    ...(spool !== undefined && { spool: { directory: spool }, buffer: { events: 5_000 } }),
  };
}

/** Results that are hard to look at; the transport writes them as JSON. */
const results: Readonly<Record<string, () => unknown>> = {
  plain: () => ({ content: [{ type: 'text', text: 'plain' }], structuredContent: { any: 1 } }),
  frozen: () => Object.freeze({ content: Object.freeze([Object.freeze({ type: 'text', text: 'frozen' })]) }),
  giant: () => ({ content: [{ type: 'text', text: 'x'.repeat(2_000_000) }] }),
  unwritable: () => ({ content: [], structuredContent: { toJSON: boom } }),
  once() {
    let reads = 0;
    const text = (): string => `read ${(reads += 1)} times`;
    return {
      content: [{ type: 'text', text: 'once' }],
      structuredContent: Object.defineProperty({}, 'any', { get: text, enumerable: false }),
    };
  },
  cyclic() {
    const hidden: Record<string, unknown> = { toJSON: () => 'written' };
    hidden.self = hidden;
    return { content: [], structuredContent: { self: hidden } };
  },
  hostile: () => ({
    content: [{ type: 'text', text: 'hostile' }],
    structuredContent: Object.defineProperty({ any: 1 }, 'bad', { get: boom, enumerable: false }),
  }),
  fails: boom,
  slow: () => pause(30).then(() => ({ content: [{ type: 'text', text: 'slow' }] })),
  quits() {
    process.exitCode = 3;
    return { content: [] };
  },
};

const { server } = new McpServer({ name: 'host', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(results).map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
server.setRequestHandler(
  CallToolRequestSchema,
  async ({ params }) => (await results[params.name]?.()) as never,
);
if (setting.observed) observe(server, options());
await server.connect(new StdioServerTransport());

const watched = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'exit',
  'beforeExit',
  'uncaughtException',
  'unhandledRejection',
];
process.stdin.once('end', () => {
  process.stderr.write(`listeners ${watched.map((name) => process.listenerCount(name)).join(' ')}\n`);
});
