import { Client as ClientV2, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createObserver, type ObserveOptions } from '@mcp-witness/observer';
import { keepingSink, type Kept } from './observations.ts';

export const SECRET = 'a secret of thirty-two characters';

export interface Block {
  readonly type: string;
  readonly text: string;
}

export interface CallResult {
  readonly content: readonly Block[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

export interface Agent {
  listTools(params?: { cursor?: string }): Promise<{
    tools: readonly {
      name: string;
      inputSchema: Record<string, unknown>;
      outputSchema?: Record<string, unknown>;
    }[];
    nextCursor?: string;
  }>;
  call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<CallResult>;
  close(): Promise<void>;
}

/** What is told of a handle in a result; null for nothing. */
export const toldOf = ({ content }: CallResult, parameter = 'witness_session'): string | null =>
  content
    .map(({ text }) => text)
    .find((text) => text.startsWith(`${parameter}: `))
    ?.slice(parameter.length + 2) ?? null;

interface Tool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
}

/** An SDK 1.x server of raw JSON Schema whose tools answer with the arguments that they saw, two tools a page. */
export function rawServer(
  tools: readonly Tool[],
  seen: unknown[] = [],
  lists: unknown[] = [],
): McpServer['server'] {
  const { server } = new McpServer({ name: 'raw', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    lists.push(from);
    const page = tools.slice(from, from + 2);
    const more = from + 2 < tools.length ? { nextCursor: String(from + 2) } : {};
    return { tools: page, ...more };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    seen.push(params);
    const structured = tools.find(({ name }) => name === params.name)?.outputSchema !== undefined;
    return {
      content: [{ type: 'text', text: JSON.stringify(params.arguments ?? null) }],
      ...(structured && { structuredContent: { count: 1 } }),
    };
  });
  return server;
}

export async function connected(server: object): Promise<Agent> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'agent', version: '3' });
  await (server as McpServer).connect(far);
  await client.connect(near);
  return {
    listTools: (params) => client.listTools(params),
    call: (name, args, _meta) =>
      client.callTool({ name, ...(args && { arguments: args }), ...(_meta && { _meta }) }) as never,
    close: () => client.close(),
  };
}

/** The modern protocol over HTTP, a server for each request, within this process. */
export async function stateless(make: () => object): Promise<Agent> {
  const handler = createMcpHandler(make as never, { legacy: 'reject' });
  const client = new ClientV2(
    { name: 'agent', version: '3' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return {
    listTools: (params) => client.listTools(params),
    call: (name, args, _meta) =>
      client.callTool({ name, ...(args && { arguments: args }), ...(_meta && { _meta }) }) as never,
    close: () => client.close(),
  };
}

export interface Observed {
  readonly sink: Kept;
  readonly observe: <T>(server: T) => T;
  /** Events of one kind, all that came so far. */
  readonly of: (kind: string) => Promise<Kept['events']>;
  readonly logged: readonly string[];
  close(): Promise<void>;
}

/** An observer with a secret of handles, and what it told. */
export function observed(options: ObserveOptions = {}): Observed {
  const sink = keepingSink();
  const logged: string[] = [];
  const observer = createObserver({
    server: 'hub',
    handles: { secret: SECRET },
    sinks: [sink],
    log: (line) => logged.push(line),
    ...options,
  });
  return {
    sink,
    logged,
    observe: (server) => observer.observe(server),
    async of(kind) {
      await observer.flush();
      return sink.events.filter((event) => event.kind === kind);
    },
    close: () => observer.close(),
  };
}
