import type { SendResult } from '../sink.ts';
import type { Entry } from './ledger.ts';

/** What became of entries that went in several requests. */
export interface InParts {
  /** What did not go, because a request failed. */
  readonly left: readonly Entry[];
  /** So many were refused for good. */
  readonly refused: number;
  /** How long the service asks to be left alone; null where it does not say. */
  readonly after_ms: number | null;
}

/** What the service takes in one request. */
const MOST = 1_000;

/** Sends entries in their order, in requests that the service takes, until one fails. Never rejects. */
export async function sendInParts(
  entries: readonly Entry[],
  send: (part: readonly Entry[]) => Promise<SendResult>,
): Promise<InParts> {
  let left = entries;
  let refused = 0;
  for (let most = MOST; left.length > 0;) {
    const part = left.slice(0, most);
    const result = await send(part).catch((): SendResult => ({ outcome: 'later' }));
    if (result.outcome === 'later') return { left, refused, after_ms: result.after_ms ?? null };
    if (result.outcome === 'too_large' && part.length > 1) {
      most = Math.ceil(part.length / 2);
      continue;
    }
    refused += result.outcome === 'taken' ? (result.refused ?? 0) : part.length;
    left = left.slice(part.length);
  }
  return { left, refused, after_ms: null };
}
