import type { EvidenceEvent } from '@mcp-witness/evidence';
import { type Posted, type Poster, resultOf } from '../http/post.ts';
import type { SendResult } from '../sink.ts';

/** What became of events: those that were refused, by index and code, or why they were not judged. */
export type Judgement =
  | { readonly outcome: 'judged'; readonly rejected: ReadonlyMap<number, string> }
  | Exclude<SendResult, { outcome: 'taken' }>;

const RECEIPTS: ReadonlySet<number> = new Set([200, 409, 422]);

/** A problem bears the receipt as well. Null for an answer that is of somebody else. */
function rejectedIn({ body }: Posted): ReadonlyMap<number, string> | null {
  try {
    const { rejected } = JSON.parse(body) as { rejected?: unknown };
    if (!Array.isArray(rejected)) return null;
    return new Map((rejected as { index: number; code: string }[]).map(({ index, code }) => [index, code]));
  } catch {
    return null;
  }
}

export async function postEvidence(
  poster: Poster,
  events: readonly EvidenceEvent[],
  signal: AbortSignal,
): Promise<Judgement> {
  const posted = await poster.post(JSON.stringify(events), signal);
  if (RECEIPTS.has(posted.status)) {
    const rejected = rejectedIn(posted);
    return rejected === null ? { outcome: 'later' } : { outcome: 'judged', rejected };
  }
  const result = resultOf(posted);
  return result.outcome === 'taken' ? { outcome: 'later' } : result;
}
