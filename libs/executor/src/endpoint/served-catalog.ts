import { createHash } from 'node:crypto';
import { canonicalCatalog, type CatalogTool } from '@mcp-witness/evidence';

/** Names, descriptions and input schemas as served, with estimates; nothing else of a tool, and nothing of the nameless. */
export function catalogOf(
  served: readonly unknown[],
  estimates: readonly (number | null)[] = [],
): CatalogTool[] {
  return served.flatMap((tool, index) => {
    if (typeof tool !== 'object' || tool === null || !('name' in tool)) return [];
    const { name, description, inputSchema } = tool as Record<string, unknown>;
    if (typeof name !== 'string' || name === '') return [];
    return [
      {
        name,
        description: typeof description === 'string' ? description : null,
        ...(inputSchema !== undefined && { input_schema: inputSchema }),
        estimated_tokens: estimates[index] ?? null,
      },
    ];
  });
}

/** SHA-256, lower hex, of the catalog's canonical text. */
export const digestOf = (catalog: readonly CatalogTool[]): string =>
  createHash('sha256').update(canonicalCatalog(catalog), 'utf8').digest('hex');
