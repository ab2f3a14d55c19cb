import type { CatalogTool, History, Server } from '@mcp-witness/evidence';

type Tools = readonly CatalogTool[];

/**
 * Live updates name a catalog by its digest and leave the tools out: a reader that holds that digest keeps its tools,
 * and asks once for those that it does not hold.
 */
export interface HeldTools {
  /** The history with the tools that are held for its current servers. */
  fill(history: History): History;
  /** Current servers whose catalog is not held yet, and the digest that they name. */
  missing(history: History): { readonly name: string; readonly digest: string }[];
  hold(digest: string, tools: Tools): void;
}

export const holdTools = (): HeldTools => {
  const held = new Map<string, Tools>();
  const toolsOf = ({ tools, tool_catalog_digest: digest }: Server): Tools | null =>
    tools ?? (digest === null ? null : (held.get(digest) ?? null));

  return {
    hold: (digest, tools) => held.set(digest, tools),
    fill: (history) => {
      const servers = history.current.servers.map((server) => {
        const tools = toolsOf(server);
        if (server.tool_catalog_digest !== null && tools !== null)
          held.set(server.tool_catalog_digest, tools);
        return { ...server, tools };
      });
      return { ...history, current: { ...history.current, servers } };
    },
    missing: (history) =>
      history.current.servers.flatMap((server) => {
        const { name, tool_catalog_digest: digest } = server;
        return digest === null || toolsOf(server) !== null ? [] : [{ name, digest }];
      }),
  };
};
