import {
  type CatalogTool,
  digestsOfChanges,
  type History,
  nameChanges,
  type Server,
} from '@mcp-witness/evidence';
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

/** The report with the tools of its current attempt, and what changed in them by name, as far as they are kept. */
export async function withCatalogs(
  manager: EntityManager,
  tenantId: string,
  history: History,
): Promise<History> {
  const { servers } = history.current;
  const digests = [...new Set([...digestsOf(servers), ...digestsOfChanges(history)])];
  const catalogs = await readCatalogs(manager, tenantId, digests);
  const shown = nameChanges(history, (digest) => catalogs.get(digest) ?? null);
  return {
    ...shown,
    current: { ...shown.current, servers: servers.map((server) => withTools(server, catalogs)) },
  };
}
