import { Agent, request } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** A client that costs little, so that what is measured is the service. */
export interface HttpClient {
  get(path: string): Promise<HttpAnswer>;
  post(path: string, json: string): Promise<HttpAnswer>;
  close(): void;
}

/** Shorter than the service keeps an idle connection, so that none is used as it is closed. */
const idleMilliseconds = 2_000;

export function createHttpClient(url: string, connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMilliseconds });
  const send = (method: string, path: string, json?: string): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const body = json === undefined ? undefined : Buffer.from(json);
      const headers =
        body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
      const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    get: (path) => send('GET', path),
    post: (path, json) => send('POST', path, json),
    close: () => {
      agent.destroy();
    },
  };
}
