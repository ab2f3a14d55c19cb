import { limitCatalog, type Witness } from '@mcp-witness/evidence';
import type { ToolsListedObservation } from '@mcp-witness/mcp-frames';
import { estimator } from '@mcp-witness/tokens';
import type { Fact } from '../journal/fact.ts';
import type { ToolEstimates } from './endpoint.ts';
import { catalogOf, digestOf } from './served-catalog.ts';

type Estimate = number | null;

export interface Estimates {
  readonly each: readonly Estimate[];
  readonly total: Estimate;
}

export const none: Estimates = { each: [], total: null };

export interface Estimation {
  readonly tokens: ToolEstimates | undefined;
  /** Resolves when estimates are waited for no longer. */
  readonly givenUp: Promise<Estimates>;
}

async function estimatesOf(served: readonly unknown[], tokens: ToolEstimates): Promise<Estimates> {
  try {
    const each = await tokens.estimate(served);
    const total = each.reduce<Estimate>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
    return { each, total };
  } catch {
    return none;
  }
}

/**
 * A listing with what its tools come to: digest of the catalog as served, the catalog within its limits, and estimates,
 * absent where they could not be had. Never rejects; takes as long as the estimates do.
 */
export async function completeListing(
  observation: ToolsListedObservation,
  witness: Witness,
  estimation: Estimation,
): Promise<Fact> {
  const { served, type, data, occurred_at } = observation;
  if (served === null) return { type, data, witness, occurred_at };
  const { tokens, givenUp } = estimation;
  const wanted = tokens !== undefined && served.length > 0;
  const { each, total } = wanted ? await Promise.race([estimatesOf(served, tokens), givenUp]) : none;
  const catalog = catalogOf(served, each);
  const { tools, truncated } = limitCatalog(catalog, { toolCount: data.tool_count });
  return {
    type,
    witness,
    occurred_at,
    data: {
      ...data,
      catalog_digest: digestOf(catalog),
      tools,
      tool_catalog_truncated: truncated,
      ...(each.some((one) => one !== null) && {
        tool_token_estimator: estimator,
        estimated_tokens_total: total,
      }),
    },
  };
}
