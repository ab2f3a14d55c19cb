import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { comesFromElsewhere } from '../endpoint/foreign-page.ts';

/** The deprecated transport of HTTP and server-sent events before the stdio door of an endpoint's address. */
export interface SseDoor {
  readonly urlFor: (address: string) => string;
  close(): Promise<void>;
}

/** Opens the stdio door at the address. Null when it is not opened. */
const openDoor = (address: string): Promise<Duplex | null> =>
  new Promise((resolve) => {
    const opening = request(address, {
      headers: { connection: 'upgrade', upgrade: 'mcp-stdio' },
      agent: false,
    });
    opening.on('upgrade', (_response, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    opening.on('response', () => {
      resolve(null);
    });
    opening.on('error', () => {
      resolve(null);
    });
    opening.end();
  });

const bodyOf = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

export async function startSseDoor(): Promise<SseDoor> {
  const addresses = new Map<string, string>();
  const streams = new Map<string, Duplex>();

  async function begin(res: ServerResponse, address: string): Promise<void> {
    const door = await openDoor(address);
    if (door === null) {
      res.writeHead(502).end();
      return;
    }
    const key = randomBytes(16).toString('hex');
    streams.set(key, door);
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    res.write(`event: endpoint\ndata: /messages/${key}\n\n`);
    createInterface({ input: door }).on('line', (line) => res.write(`event: message\ndata: ${line}\n\n`));
    door.on('error', () => res.destroy());
    res.on('close', () => {
      streams.delete(key);
      door.end();
    });
  }

  async function take(req: IncomingMessage, res: ServerResponse, door: Duplex): Promise<void> {
    const message: unknown = JSON.parse(await bodyOf(req));
    door.write(`${JSON.stringify(message)}\n`);
    res.writeHead(202).end();
  }

  const server = createServer((req, res) => {
    if (comesFromElsewhere(req)) {
      res.writeHead(403).end();
      return;
    }
    const [, kind, key = ''] = (req.url ?? '').split('/');
    const address = kind === 'sse' && req.method === 'GET' ? addresses.get(key) : undefined;
    const door = kind === 'messages' && req.method === 'POST' ? streams.get(key) : undefined;
    const work =
      address !== undefined ? begin(res, address) : door !== undefined ? take(req, res, door) : null;
    if (work === null) res.writeHead(404).end();
    else work.catch(() => res.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    urlFor(address) {
      const key = randomBytes(16).toString('hex');
      addresses.set(key, address);
      return `http://127.0.0.1:${port}/sse/${key}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
