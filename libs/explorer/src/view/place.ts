import type { CatalogTool, History, Server } from '@mcp-witness/evidence';
import { chooseServer } from './order.ts';

/**
 * Where a reader is: the list, a server, one of its tools, or what concerns the whole session: the agent's output, or
 * the host's way to reset. `server` null: whichever is chosen by itself.
 */
export interface Place {
  readonly page: 'servers' | 'server' | 'tool' | 'output' | 'reset';
  readonly server: string | null;
  readonly tool: string | null;
}

export const firstPlace: Place = { page: 'servers', server: null, tool: null };

/** What a place shows in a report. */
export interface Shown {
  readonly page: Place['page'];
  readonly server: Server | null;
  readonly tool: CatalogTool | null;
}

/**
 * What there is to show at a place, which may name what a live update took away: a server that is gone gives way to the
 * one that would be chosen first, a tool that is gone to its server's page.
 */
export const showPlace = (place: Place, { current }: History): Shown => {
  const server = chooseServer(current.servers, place.server);
  const { page } = place;
  if (page === 'output' || page === 'reset') return { page, server, tool: null };
  if (server === null) return { page: 'servers', server: null, tool: null };
  if (page !== 'tool') return { page, server, tool: null };
  const tool =
    server.name === place.server ? (server.tools?.find(({ name }) => name === place.tool) ?? null) : null;
  return { page: tool === null ? 'server' : 'tool', server, tool };
};
