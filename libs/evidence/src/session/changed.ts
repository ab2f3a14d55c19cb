import { compareTimes } from '../attempt/fact.ts';
import { finding } from '../attempt/findings.ts';
import type { AttemptState, Listing } from '../attempt/state.ts';
import { codes } from '../codes/codes.ts';
import type { CatalogTool } from '../events/events.ts';
import type { Finding } from '../report/report.ts';
import { type CatalogsHeld, namesOfChange } from './changed-names.ts';

const isWhole = (listing: Listing | null | undefined): listing is Listing & { readonly digest: string } =>
  listing?.complete === true && listing.digest !== null;

/** Of listings that hold their tools, as they do where nothing else keeps them. */
const heldIn =
  (...listings: readonly Listing[]): CatalogsHeld =>
  (digest): readonly CatalogTool[] | null =>
    listings.find((one) => one.digest === digest)?.tools ?? null;

/** A finding for each server whose complete list of tools is another than in the attempt before. */
export function changedCatalogs(attempt: AttemptState, before: AttemptState | null): readonly Finding[] {
  const former = new Map(before?.servers.map(({ name, listing }) => [name, listing]));
  return attempt.servers.flatMap(({ name, listing, resolutions }) => {
    const known = former.get(name);
    if (!isWhole(listing) || !isWhole(known) || listing.digest === known.digest) return [];
    // What came of the attempt before only later is no change since.
    if (compareTimes(known.at, listing.at) > 0) return [];
    const found = finding(codes.finding.catalogChanged, name);
    const counts = `${found.summary} Tools then ${known.tool_count}, now ${listing.tool_count}.`;
    const isOwned = resolutions.some(({ source }) => source === 'built_in' || source === 'observed');
    const held: CatalogsHeld = isOwned ? heldIn(known, listing) : () => null;
    const names = namesOfChange({ before: known.digest, now: listing.digest }, held);
    return [{ ...found, summary: counts + names }];
  });
}
