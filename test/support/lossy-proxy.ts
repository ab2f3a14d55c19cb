import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a PostgreSQL server. */
export interface LossyProxy {
  readonly url: string;
  /** From now on the server's next answer is lost: the connection that it came for is cut instead. Once. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

export async function lossyProxy(target: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isArmed = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) keep(socket);
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      if (isArmed) client.destroy();
      else client.write(bytes);
      isArmed = false;
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    loseNextAnswer: () => {
      isArmed = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
