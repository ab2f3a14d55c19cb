import type { TransportLike } from '@mcp-witness/mcp-frames';
import type { Hub } from '../hub/hub.ts';
import { watchConnected, watchTransport } from './watch-transport.ts';
import type { ServerRecord } from './link.ts';

type Transport = TransportLike & object;

/** What the servers of the official SDKs, 1.x and 2.x, have in common. */
interface Connectable extends ServerRecord {
  connect(transport: Transport, ...more: unknown[]): Promise<unknown>;
  readonly transport?: Transport | undefined;
}

/** The npm package `fastmcp` makes a server for each client and tells when it is connected. */
interface Sessions {
  on(
    event: 'connect',
    listener: (told: { readonly session?: { readonly server?: unknown } }) => void,
  ): unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isCallable = (value: unknown): boolean => typeof value === 'function';

const isConnectable = (value: unknown): value is Connectable & object =>
  isObject(value) && isCallable(value.connect) && isCallable(value.setRequestHandler);

/** The low-level server: the object itself, or the one that a high-level server stands on. */
function lowLevelOf(server: unknown): (Connectable & object) | null {
  if (isConnectable(server)) return server;
  return isObject(server) && isConnectable(server.server) ? server.server : null;
}

const isFastMcp = (server: unknown): server is Sessions =>
  isObject(server) && isCallable(server.on) && isCallable(server.start) && isCallable(server.addTool);

const isTransport = (value: unknown): value is Transport =>
  isObject(value) && isCallable(value.send) && isCallable(value.start);

/** By each server's own hub: one object observed for two is told to both. */
const observed = new WeakMap<object, WeakSet<Hub>>();

function isFirst(server: object, hub: Hub): boolean {
  const hubs = observed.get(server) ?? new WeakSet<Hub>();
  observed.set(server, hubs);
  if (hubs.has(hub)) return false;
  hubs.add(hub);
  return true;
}

function observeLowLevel(server: Connectable & object, hub: Hub): void {
  if (!isFirst(server, hub)) return;
  const connect = server.connect.bind(server);
  Object.defineProperty(server, 'connect', {
    configurable: true,
    writable: true,
    value: (transport: Transport, ...more: unknown[]) =>
      connect(isTransport(transport) ? watchTransport(transport, hub, server) : transport, ...more),
  });
  if (isTransport(server.transport)) watchConnected(server.transport, hub, server);
}

/** False for what is no server that can be observed. May throw where the object is hostile. */
export function observeServer(server: unknown, hub: Hub): boolean {
  const lowLevel = lowLevelOf(server);
  if (lowLevel !== null) {
    observeLowLevel(lowLevel, hub);
    return true;
  }
  if (!isFastMcp(server)) return false;
  server.on('connect', ({ session }) => {
    try {
      const inner = lowLevelOf(session);
      if (inner !== null) observeLowLevel(inner, hub);
    } catch {
      hub.log('a session of fastmcp could not be observed');
    }
  });
  return true;
}
