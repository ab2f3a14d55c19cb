// The transport that the SDKs deprecate, and that servers and agents still use.
import { SSEClientTransport as SecondSse } from '@modelcontextprotocol/client';
import { SSEClientTransport as FirstSse } from '@modelcontextprotocol/sdk/client/sse.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';

export const firstSseTransport = (url) => new FirstSse(url);
export const secondSseTransport = (url) => new SecondSse(url);

/** Serves `/api/sse`, with messages at `/api/messages`. */
export const legacySse = (connect) => {
  const streams = new Map();
  return (req, res) => {
    const { pathname, searchParams } = new URL(req.url, 'http://x');
    if (req.method === 'GET' && pathname === '/api/sse') {
      const transport = new SSEServerTransport('/api/messages', res);
      streams.set(transport.sessionId, transport);
      void connect(transport);
    } else if (req.method === 'POST' && pathname === '/api/messages') {
      void streams.get(searchParams.get('sessionId'))?.handlePostMessage(req, res);
    } else res.writeHead(404).end();
  };
};
