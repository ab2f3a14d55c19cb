import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes whatever is posted, and counts. */
export interface Counting {
  readonly url: string;
  readonly requests: number;
  /** Tool calls that were told of. */
  readonly calls: number;
  reset(): void;
  close(): void;
}

/** AgentCat posts one event at a time. */
const callsIn = (body: string): number =>
  body.includes('mcp:tools/call') ? 1 : body.split('"name":"tools/call echo"').length - 1;

/** `silent`: takes connections and requests, and answers none. */
export async function startCounting(silent: boolean): Promise<Counting> {
  let requests = 0;
  let calls = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      requests += 1;
      calls += callsIn(body);
      if (!silent) response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    get calls() {
      return calls;
    },
    reset() {
      requests = 0;
      calls = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
