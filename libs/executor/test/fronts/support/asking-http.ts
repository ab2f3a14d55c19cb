import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { firstAsking, secondAsking } from './asking-server.mjs';
import { legacySse } from './legacy-sse.mjs';
import { sessionful } from './notes-http.ts';

/** The servers of `asking-server.mjs` over HTTP, by what they are; a new one at each call. */
export const askingServers = {
  'first SDK': (): RequestListener => {
    const make = firstAsking();
    return sessionful(async (sessions) => {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await make().connect(transport);
      return transport;
    });
  },
  'second SDK': (): RequestListener => {
    const make = secondAsking();
    return sessionful(async (sessions) => {
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await make().connect(transport);
      return transport;
    });
  },
  'second SDK, modern': (): RequestListener => {
    const handler = createMcpHandler(
      secondAsking((uri) => {
        handler.notify.resourceUpdated(uri);
      }),
    );
    const answer = toNodeHandler(handler);
    return (req, res) => void answer(req, res);
  },
  'first SDK over SSE': (): RequestListener => {
    const make = firstAsking();
    return legacySse((transport) => make().connect(transport));
  },
} as const;
