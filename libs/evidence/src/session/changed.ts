import { compareTimes } from '../attempt/fact.ts';
import { finding } from '../attempt/findings.ts';
import type { AttemptState, Listing } from '../attempt/state.ts';
import { codes } from '../codes/codes.ts';
import type { Finding } from '../report/report.ts';

const isWhole = (listing: Listing | null | undefined): listing is Listing & { readonly digest: string } =>
  listing?.complete === true && listing.digest !== null;

/** A finding for each server whose complete list of tools is another than in the attempt before. */
export function changedCatalogs(attempt: AttemptState, before: AttemptState | null): readonly Finding[] {
  const former = new Map(before?.servers.map(({ name, listing }) => [name, listing]));
  return attempt.servers.flatMap(({ name, listing }) => {
    const known = former.get(name);
    if (!isWhole(listing) || !isWhole(known) || listing.digest === known.digest) return [];
    // What came of the attempt before only later is no change since.
    if (compareTimes(known.at, listing.at) > 0) return [];
    const found = finding(codes.finding.catalogChanged, name);
    return [
      { ...found, summary: `${found.summary} Tools then ${known.tool_count}, now ${listing.tool_count}.` },
    ];
  });
}
