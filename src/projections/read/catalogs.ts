import type { CatalogTool, Server } from '@mcp-witness/evidence';
import { type EntityManager, In } from 'typeorm';
import { Catalog } from '../entities/index.ts';

/** The stored tools of each digest that is there. */
export async function readCatalogs(
  manager: EntityManager,
  tenantId: string,
  digests: readonly string[],
): Promise<ReadonlyMap<string, readonly CatalogTool[]>> {
  if (digests.length === 0) return new Map();
  const rows = await manager.getRepository(Catalog).findBy({ tenant_id: tenantId, digest: In([...digests]) });
  return new Map(rows.map((row) => [row.digest, JSON.parse(row.body) as CatalogTool[]]));
}

/** The digests that these servers hold, each once. */
export const digestsOf = (servers: readonly Server[]): string[] => [
  ...new Set(servers.flatMap((server) => server.tool_catalog_digest ?? [])),
];

/** The server with its tools, where they are kept. */
export function withTools(server: Server, catalogs: ReadonlyMap<string, readonly CatalogTool[]>): Server {
  const digest = server.tool_catalog_digest;
  return { ...server, tools: digest === null ? null : (catalogs.get(digest) ?? null) };
}
