import { request } from 'node:http';
import { connect } from 'node:net';

/** As pages of elsewhere come, by a name that they rebind or across origins. */
const foreign: readonly Readonly<Record<string, string>>[] = [
  { Host: 'evil.example' },
  { Host: 'evil.example:80', Origin: 'http://evil.example' },
  { Host: '127.0.0.1.evil.example' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
];

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
});

/** Null where the answer is none of HTTP's, as when the connection is handed over. */
const statusOf = (url: string, { method, headers }: Asked): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false });
    outgoing.once('response', (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? null);
    });
    outgoing.once('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(null);
    });
    outgoing.once('error', reject);
    outgoing.end(method === 'POST' ? initialize : undefined);
  });

const plain = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const forDoor = { connection: 'upgrade', upgrade: 'mcp-stdio' };

const asks: Readonly<Record<'mcp' | 'sse' | 'door', Asked>> = {
  mcp: { method: 'POST', headers: plain },
  sse: { method: 'GET', headers: { accept: 'text/event-stream' } },
  door: { method: 'GET', headers: forDoor },
};

/** How a page of elsewhere is answered in every way that it can come, and how a client of this machine. */
export async function statuses(
  url: string,
  kind: keyof typeof asks,
): Promise<{ readonly foreign: readonly (number | null)[]; readonly own: number | null }> {
  const { method, headers } = asks[kind];
  const refused: (number | null)[] = [];
  for (const more of foreign) refused.push(await statusOf(url, { method, headers: { ...headers, ...more } }));
  return { foreign: [...new Set(refused)], own: await statusOf(url, asks[kind]) };
}

/** What somebody who knows no token hears at a port that speaks no HTTP, until it is closed. */
export const heardAt = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET / HTTP/1.1\r\nHost: evil.example\r\nCookie: ${'x'.repeat(100)}\r\n\r\n`);
    });
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.once('close', () => {
      resolve(heard);
    });
    socket.once('error', reject);
  });
