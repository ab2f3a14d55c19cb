import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { refuse } from './node-exchange.ts';

/** Agents that never say goodbye leave their sessions behind; beyond this the longest unused one goes. */
const MOST_SESSIONS = 64;
const SESSION = 'mcp-session-id';

export interface LegacySessions {
  serve(request: Request, message: unknown): Promise<Response>;
  close(): Promise<void>;
}

const isInitialize = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize';

const unknownSession = (): Response =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null },
    { status: 404 },
  );

function withoutSession(request: Request): Response {
  if (request.method !== 'POST')
    return refuse(405, 'Method not allowed without a session.', { allow: 'POST' });
  return refuse(400, 'Bad Request: Mcp-Session-Id header is required');
}

/**
 * Streamable HTTP with sessions, for clients that begin with `initialize`. Each session has a server of its own.
 * `onClosed` is told of sessions that this side ends; a DELETE is the client's and is not told.
 */
export function createLegacySessions(
  makeServer: () => McpServer,
  onClosed: (session_id: string) => void,
): LegacySessions {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  const end = async (session_id: string): Promise<void> => {
    const transport = sessions.get(session_id);
    if (transport === undefined) return;
    sessions.delete(session_id);
    onClosed(session_id);
    await transport.close();
  };

  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (session_id) => {
        sessions.set(session_id, transport);
        const [oldest] = sessions.keys();
        if (sessions.size > MOST_SESSIONS && oldest !== undefined) await end(oldest);
      },
      onsessionclosed: (session_id) => {
        sessions.delete(session_id);
      },
    });
    await makeServer().connect(transport);
    return transport;
  };

  return {
    async serve(request, message) {
      const session_id = request.headers.get(SESSION);
      if (session_id === null) {
        const opens = request.method === 'POST' && isInitialize(message);
        return opens
          ? (await open()).handleRequest(request, { parsedBody: message })
          : withoutSession(request);
      }
      const transport = sessions.get(session_id);
      if (transport === undefined) return unknownSession();
      sessions.delete(session_id);
      sessions.set(session_id, transport);
      return transport.handleRequest(request, message === undefined ? {} : { parsedBody: message });
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
