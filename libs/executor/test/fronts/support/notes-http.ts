import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { legacySse } from './legacy-sse.mjs';
import { bodyOf } from './listen.ts';

const three = { content: [{ type: 'text' as const, text: 'three' }] };

function firstServer(): FirstServer {
  const server = new FirstServer({ name: 'notes', version: '1' }, { capabilities: { logging: {} } });
  server.registerTool('count', { description: 'How many.' }, () => three);
  server.registerTool('ask', { description: 'Asks the client.' }, async (extra) => {
    const roots = await server.server.listRoots(undefined, { relatedRequestId: extra.requestId });
    return { content: [{ type: 'text', text: roots.roots.map(({ uri }) => uri).join() }] };
  });
  server.registerTool('more', { description: 'Adds a tool.' }, () => {
    server.registerTool('added', { description: 'New.' }, () => three);
    return three;
  });
  return server;
}

function secondServer(): McpServer {
  const server = new McpServer({ name: 'notes', version: '2' });
  server.registerTool('count', { description: 'How many.' }, () => three);
  return server;
}

interface Sessionful {
  handleRequest(req: IncomingMessage, res: ServerResponse, body: unknown): Promise<void>;
}

/** Each session on a transport of its own; a session that is not known is refused, as the SDKs do it. */
export function sessionful(
  open: (sessions: Map<string, Sessionful>) => Promise<Sessionful>,
): RequestListener {
  const sessions = new Map<string, Sessionful>();
  return (req, res) => {
    void (async () => {
      const text = (await bodyOf(req)).toString();
      const id = req.headers['mcp-session-id'];
      const known = sessions.get(String(id));
      if (id !== undefined && known === undefined) {
        res.writeHead(404, { 'content-type': 'application/json' });
        res.end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
        return;
      }
      const transport = known ?? (await open(sessions));
      await transport.handleRequest(req, res, text === '' ? undefined : JSON.parse(text));
    })();
  };
}

/** Servers as third parties write them, by what they are. */
export const notesServers: Readonly<Record<string, () => { path: string; listener: RequestListener }>> = {
  'first SDK, with sessions': () => ({
    path: '/api/mcp',
    listener: sessionful(async (sessions) => {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await firstServer().connect(transport);
      return transport;
    }),
  }),
  'first SDK, without sessions': () => ({
    path: '/api/mcp',
    listener: sessionful(async () => {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await firstServer().connect(transport);
      return transport;
    }),
  }),
  'second SDK, with sessions': () => ({
    path: '/api/mcp',
    listener: sessionful(async (sessions) => {
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await secondServer().connect(transport);
      return transport;
    }),
  }),
  'second SDK, both eras': () => {
    const handler = toNodeHandler(createMcpHandler(secondServer));
    return { path: '/api/mcp', listener: (req, res) => void handler(req, res) };
  },
  'legacy SSE': () => ({
    path: '/api/sse',
    listener: legacySse((transport) => firstServer().connect(transport)),
  }),
};
