import type { Server } from '@mcp-witness/evidence';

/** The built-in server first, the others as the report has them. */
export const orderServers = <One extends Pick<Server, 'source'>>(servers: readonly One[]): readonly One[] => [
  ...servers.filter(({ source }) => source === 'built_in'),
  ...servers.filter(({ source }) => source !== 'built_in'),
];

/**
 * The server to show: the wanted one while it is there, otherwise the built-in one, otherwise the first. The same
 * report and the same wish always give the same server. Null where there is none.
 */
export const chooseServer = <One extends Pick<Server, 'source' | 'name'>>(
  servers: readonly One[],
  wanted: string | null,
): One | null => servers.find(({ name }) => name === wanted) ?? orderServers(servers)[0] ?? null;
