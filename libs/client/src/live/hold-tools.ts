import type { CatalogTool, Finding, History, Server } from '@mcp-witness/evidence';

type Tools = readonly CatalogTool[];

/**
 * Live updates name a catalog by its digest and leave the tools out: a reader that holds that digest keeps its tools,
 * and asks once for those that it does not hold. In the same way they leave out which tools changed, which whoever was told
 * of the change once goes on saying.
 */
export interface HeldTools {
  /** The history with the tools that are held for its current servers. */
  fill(history: History): History;
  /** Current servers whose catalog is not held yet, and the digest that they name. */
  missing(history: History): { readonly name: string; readonly digest: string }[];
  hold(digest: string, tools: Tools): void;
}

/** Keeps the longer form of a finding for as long as it is the same change. */
const holdNames = (): ((history: History) => readonly Finding[]) => {
  const told = new Map<string, string>();
  return ({ current: { attachment_attempt_id, servers, findings } }) =>
    // A history that passed the guard may be of another version, and have none.
    (Array.isArray(findings) ? (findings as readonly Finding[]) : []).map((finding) => {
      if (finding.code !== 'catalog_changed') return finding;
      const digest = servers.find(({ name }) => name === finding.server_name)?.tool_catalog_digest;
      const change = JSON.stringify([attachment_attempt_id, finding.server_name, digest]);
      const before = told.get(change) ?? '';
      if (before.startsWith(finding.summary)) return { ...finding, summary: before };
      told.set(change, finding.summary);
      return finding;
    });
};

export const holdTools = (): HeldTools => {
  const namesIn = holdNames();
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
      return { ...history, current: { ...history.current, servers, findings: namesIn(history) } };
    },
    missing: (history) =>
      history.current.servers.flatMap((server) => {
        const { name, tool_catalog_digest: digest } = server;
        return digest === null || toolsOf(server) !== null ? [] : [{ name, digest }];
      }),
  };
};
