import type { EvidenceSink, PostResult, Sent } from './sink.ts';

type Undelivered = Extract<PostResult, { outcome: 'later' | 'unauthorized' }>;

/** Every event was judged, with the codes of those that were refused for good; or none of it is settled. */
export type Delivery = { readonly outcome: 'judged'; readonly refusals: readonly string[] } | Undelivered;

/** Sends a batch, in halves where the whole cannot be taken. What was taken before a fault is taken again later. */
export async function deliver(sent: Sent, sink: EvidenceSink, signal: AbortSignal): Promise<Delivery> {
  const { json } = sent;
  const result = await sink.postEvidence(sent, signal);
  if (result.outcome === 'judged') {
    return { outcome: 'judged', refusals: result.rejected.map((one) => one.code) };
  }
  if (result.outcome !== 'too-large') return result;
  if (json.length < 2) return { outcome: 'judged', refusals: ['too_large'] };
  const half = Math.ceil(json.length / 2);
  const first = await deliver({ ...sent, json: json.slice(0, half) }, sink, signal);
  if (first.outcome !== 'judged') return first;
  const second = await deliver({ ...sent, json: json.slice(half) }, sink, signal);
  if (second.outcome !== 'judged') return second;
  return { outcome: 'judged', refusals: [...first.refusals, ...second.refusals] };
}
