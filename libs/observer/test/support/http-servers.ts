import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Observer } from '@mcp-witness/observer';
import { highV1, highV2 } from './servers.ts';
import { type SseServer, sseServerTransport } from './sse.mjs';

const refuse = (res: Parameters<RequestListener>[1], status: number): void => {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(
    JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }),
  );
};

/** Streamable HTTP of SDK 1.x with a server for each session. */
export function sessionful({ observe }: Pick<Observer, 'observe'>): RequestListener {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await observe(highV1()).connect(transport);
    return transport;
  };
  return (req, res, ...[body]: unknown[]) => {
    const id = req.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined) refuse(res, 404);
    else
      void (known === undefined ? open() : Promise.resolve(known)).then((t) =>
        t.handleRequest(req, res, body),
      );
  };
}

/** Streamable HTTP of SDK 1.x with a server for each request, and no sessions. */
export function stateless({ observe }: Pick<Observer, 'observe'>): RequestListener {
  return (req, res) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    const server = observe(highV1());
    res.on('close', () => void server.close());
    void server.connect(transport as never).then(() => transport.handleRequest(req, res));
  };
}

/** Legacy SSE of SDK 1.x. */
export function sse({ observe }: Pick<Observer, 'observe'>): RequestListener {
  const transports = new Map<string, SseServer>();
  return (req, res) => {
    if (req.method === 'GET') {
      const transport = sseServerTransport('/messages', res);
      transports.set(transport.sessionId, transport);
      void observe(highV1()).connect(transport);
      return;
    }
    const id = new URL(req.url ?? '/', 'http://local').searchParams.get('sessionId') ?? '';
    const known = transports.get(id);
    if (known === undefined) refuse(res, 404);
    else void known.handlePostMessage(req, res);
  };
}

/** Legacy clients of SDK 1.x by sessions, modern ones of SDK 2.x by requests, at one address. */
export function bothEras({ observe }: Pick<Observer, 'observe'>): RequestListener {
  const legacy = sessionful({ observe }) as (...given: unknown[]) => void;
  const modern = toNodeHandler(createMcpHandler(() => observe(highV2()), { legacy: 'reject' }));
  return (req, res, ...[body]: unknown[]) => {
    if (req.headers['mcp-protocol-version'] === '2026-07-28') void modern(req, res, body);
    else legacy(req, res, body);
  };
}

/** Both eras of SDK 2.x, with a server for each request. */
export function perRequest({ observe }: Pick<Observer, 'observe'>): RequestListener {
  const handle = toNodeHandler(createMcpHandler(() => observe(highV2())));
  return (req, res) => void handle(req, res);
}
