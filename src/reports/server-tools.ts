import type { CatalogTool, Server } from '@mcp-witness/evidence';

/** The tools of one server, and how far they are to be trusted. */
export interface ServerTools {
  readonly name: string;
  readonly tool_count: number | null;
  readonly tools_list_complete: boolean | null;
  readonly tools_stale: boolean;
  /** Null where they were not listed or are not kept. */
  readonly tools: readonly CatalogTool[] | null;
  readonly tool_catalog_truncated: boolean;
  readonly tool_catalog_digest: string | null;
  readonly tool_token_estimator: string | null;
  readonly estimated_tokens_total: number | null;
}

export const toolsOf = (server: Server): ServerTools => ({
  name: server.name,
  tool_count: server.tool_count,
  tools_list_complete: server.tools_list_complete,
  tools_stale: server.tools_stale,
  tools: server.tools ?? null,
  tool_catalog_truncated: server.tool_catalog_truncated,
  tool_catalog_digest: server.tool_catalog_digest,
  tool_token_estimator: server.tool_token_estimator,
  estimated_tokens_total: server.estimated_tokens_total,
});
