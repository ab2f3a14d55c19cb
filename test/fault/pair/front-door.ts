import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address before several services, as a company's balancer of connections is. */
export interface FrontDoor {
  readonly url: string;
  /** Addresses of the services; each connection goes to the first that takes it, beginning with another one every time. */
  readonly services: string[];
  close(): Promise<void>;
}

/** Rejects when it is refused. */
const reach = (address: string): Promise<Socket> => {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
};

const reachOneOf = async (addresses: readonly string[]): Promise<Socket | null> => {
  for (const address of addresses) {
    const socket = await reach(address).catch(() => null);
    if (socket !== null) return socket;
  }
  return null;
};

/** What one side sent before it ended still reaches the other. */
const join = (one: Socket, other: Socket): void => {
  one.pipe(other);
  other.pipe(one);
  for (const [here, there] of [
    [one, other],
    [other, one],
  ] as const) {
    here.on('error', () => there.destroy());
    here.on('close', () => there.end());
  }
};

/** Listens on a free port of 127.0.0.1. Whoever opens it closes it. */
export async function openFrontDoor(services: string[]): Promise<FrontDoor> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (client) => {
    keep(client);
    turn += 1;
    const order = services.map((_, place) => services[(place + turn) % services.length] ?? '');
    void reachOneOf(order).then((service) => {
      if (service === null) {
        client.destroy();
        return;
      }
      keep(service);
      join(client, service);
      if (client.destroyed) service.destroy();
      else client.resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    services,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
