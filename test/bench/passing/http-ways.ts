import { Agent, type IncomingMessage, request } from 'node:http';
import { startServing } from './programs.ts';
import { filling, type Way } from './way.ts';
import type { Witness } from './witness.ts';

interface Client {
  ask(method: string, params: object): Promise<void>;
  end(): void;
}

function createHttpClient(url: string): Client {
  const agent = new Agent({ keepAlive: true });
  let id = 0;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        id += 1;
        const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
        const session = method === 'initialize' ? {} : { 'mcp-session-id': 'session' };
        const length = { 'content-length': Buffer.byteLength(body) };
        const all = { ...headers, ...session, ...length };
        const outgoing = request(url, { method: 'POST', agent, headers: all });
        outgoing.once('error', reject).once('response', (answer: IncomingMessage) => {
          answer.resume().once('end', resolve);
        });
        outgoing.end(body);
      }),
    end() {
      agent.destroy();
    },
  };
}

async function wayTo(url: string, way: Pick<Way, 'name' | 'reference' | 'processes'>): Promise<Way> {
  const client = createHttpClient(url);
  const clientInfo = { name: 'bench', version: '1' };
  await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  return {
    ...way,
    exchange: (size) => client.ask('tools/call', { name: 'tool', size, filling }),
    end() {
      client.end();
      return Promise.resolve();
    },
  };
}

/** A reverse proxy that looks at nothing. */
export async function bareProxy(server: string, name: string): Promise<Way> {
  const proxy = await startServing('./bare-proxy.mjs', server);
  const way = await wayTo(proxy.url, { name, reference: null, processes: { proxy: proxy.child.pid ?? 0 } });
  return {
    ...way,
    async end() {
      await way.end();
      await proxy.end();
    },
  };
}

/** Calls of an agent to an HTTP server that is observed. */
export async function httpFrontWay(witness: Witness, reference: string): Promise<Way> {
  const processes = { executor: witness.pid };
  const way = await wayTo(witness.httpEntry.url, { name: 'http front', reference, processes });
  return {
    ...way,
    async end() {
      await way.end();
      await witness.end();
    },
  };
}
