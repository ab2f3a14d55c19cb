import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback for the length of `use`. */
export async function withHttp(
  listener: RequestListener,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
