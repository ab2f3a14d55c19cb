import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Settings } from '../config/settings.ts';

type Address = Pick<Settings, 'host' | 'port'>;

/** What the person who starts the service is told of an address that it cannot listen on; null for any other failure. */
export const describePortFailure = ({ host, port }: Address, error: unknown): string | null => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken (another Witness?). Set WITNESS_PORT, or stop the other program.`;
    case 'EACCES':
      return `Port ${port} of ${host} may not be used by this account. Set WITNESS_PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine. Set WITNESS_HOST, or leave it unset for 127.0.0.1.`;
    default:
      return null;
  }
};

/** The failure in words where it is one of the address, and unchanged where it is not. */
export const toPortFailure = (address: Address, error: unknown): unknown => {
  const said = describePortFailure(address, error);
  return said === null ? error : new Error(said, { cause: error });
};

/** Listens for a moment, so that an address that cannot be had is told before anything else is started. */
export const refuseTakenPort = async (address: Address): Promise<void> => {
  const { host, port } = address;
  if (port === 0) return;
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw toPortFailure(address, error);
  }
  server.close();
  await once(server, 'close');
};
