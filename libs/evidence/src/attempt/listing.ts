import type { CatalogTool, ToolsListedData } from '../events/events.ts';
import { compareTimes, type Moment } from './fact.ts';
import { isLater } from './mark.ts';
import type { Listing, ServerState } from './state.ts';

const MAX_TOOLS = 128;

const byName = (a: CatalogTool, b: CatalogTool): number => {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
};

const boundedTools = (tools: readonly CatalogTool[] | null | undefined): readonly CatalogTool[] | null =>
  tools === null || tools === undefined ? null : tools.toSorted(byName).slice(0, MAX_TOOLS);

export const listingOf = (data: ToolsListedData, { producer, mark, at }: Moment): Listing => ({
  producer,
  mark,
  at,
  tool_count: data.tool_count,
  complete: data.complete,
  tools: boundedTools(data.tools),
  truncated: data.tool_catalog_truncated ?? (data.tools ?? []).length > MAX_TOOLS,
  digest: data.catalog_digest ?? null,
  estimator: data.tool_token_estimator ?? null,
  estimated_tokens_total: data.estimated_tokens_total ?? null,
});

/** True when the tools changed after a listing: by its producer's own order, else by the clocks. */
export function isStale({ facts }: ServerState, listing: Listing): boolean {
  return facts.some(({ producer, toolsChanged }) => {
    if (toolsChanged === null) return false;
    if (producer === listing.producer) return isLater(toolsChanged.mark, listing.mark);
    return compareTimes(toolsChanged.at, listing.at) > 0;
  });
}

/**
 * The listing to show of a known one and another. A later one replaces it, but one of a walk that is not complete
 * never replaces a complete one, unless that one is stale.
 */
export function chooseListing(server: ServerState, next: Listing): Listing {
  const known = server.listing;
  if (known === null) return next;
  const isNewer =
    known.producer === next.producer ? isLater(next.mark, known.mark) : compareTimes(next.at, known.at) >= 0;
  if (known.complete === next.complete) return isNewer ? next : known;
  const [complete, partial] = known.complete ? [known, next] : [next, known];
  const partialIsLater = known.complete ? isNewer : !isNewer;
  return partialIsLater && isStale(server, complete) ? partial : complete;
}
