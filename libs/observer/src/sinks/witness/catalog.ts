import { createHash } from 'node:crypto';
import {
  canonicalCatalog,
  type CatalogTool,
  limitCatalog,
  type ToolsListedData,
} from '@mcp-witness/evidence';

const memberOf = (tool: object, name: string): unknown => (tool as Record<string, unknown>)[name];

/** Names, descriptions and input schemas as served; nothing else of a tool, and nothing of the nameless. */
function catalogOf(served: readonly unknown[]): CatalogTool[] {
  return served.flatMap((tool) => {
    if (typeof tool !== 'object' || tool === null) return [];
    const [name, description, schema] = ['name', 'description', 'inputSchema'].map((one) =>
      memberOf(tool, one),
    );
    if (typeof name !== 'string' || name === '') return [];
    return [
      {
        name,
        description: typeof description === 'string' ? description : null,
        ...(schema !== undefined && { input_schema: schema }),
      },
    ];
  });
}

type Catalog = Pick<ToolsListedData, 'catalog_digest' | 'tools' | 'tool_catalog_truncated'>;

/** The catalog within its limits, with the digest of all that was served; nothing where it was not kept, or is hostile. */
export function servedCatalog(served: readonly unknown[] | null, toolCount: number): Catalog {
  if (served === null) return {};
  try {
    const catalog = catalogOf(served);
    const { tools, truncated } = limitCatalog(catalog, { toolCount });
    const catalog_digest = createHash('sha256').update(canonicalCatalog(catalog), 'utf8').digest('hex');
    return { catalog_digest, tools, tool_catalog_truncated: truncated };
  } catch {
    return {};
  }
}
