import { nameOf } from '@mcp-witness/mcp-frames';
import type { ObserveOptions } from './options.ts';

const UNNAMED = 'mcp-server';

/** What the server says of itself; read, where it lets itself be read. */
function ownName(server: unknown): unknown {
  try {
    const low = (server as { server?: unknown }).server ?? server;
    return (
      (low as { _serverInfo?: { name?: unknown } })._serverInfo?.name ??
      (low as { options?: { name?: unknown } }).options?.name
    );
  } catch {
    return undefined;
  }
}

/** By which name a server is known: the options', its own, or a common one. */
export const labelOf = (options: ObserveOptions, server: unknown): string =>
  nameOf(options.server) ?? nameOf(ownName(server)) ?? UNNAMED;
