import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** What a collector took: the path, the headers and the body of each request, read as JSON. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

export interface Collector {
  readonly url: string;
  readonly received: readonly Received[];
}

/** An OTLP collector over HTTP and JSON that takes everything and keeps it, for the time of the callback. */
export const withCollector = async <T>(use: (collector: Collector) => Promise<T>): Promise<T> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as unknown });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await use({ url: `http://127.0.0.1:${port}`, received });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
