import { createClient, type EvidenceReceipt, WitnessError } from '@mcp-witness/client';
import type { EvidenceSink, PostResult } from './sink.ts';

const longestWaitSeconds = 300;

const everyOne = (events: readonly string[], code: string): PostResult => ({
  outcome: 'judged',
  rejected: events.map((_, index) => ({ index, code })),
});

/** Whoever answers at that address may be somebody else: what is no answer of the service settles nothing. */
function isReceipt(value: EvidenceReceipt): boolean {
  return Array.isArray((value as { readonly rejected?: unknown }).rejected);
}

function refusal(error: WitnessError, events: readonly string[]): PostResult {
  const { status, code, retryAfterSeconds } = error;
  const after_ms =
    retryAfterSeconds === null ? null : Math.min(Math.max(retryAfterSeconds, 0), longestWaitSeconds) * 1000;
  if (status === 401 || status === 403) return { outcome: 'unauthorized', status };
  if (code === 'not_a_witness') return { outcome: 'later', after_ms, reason: code };
  if (status === 409 || status === 422) return everyOne(events, code);
  if (status !== 400 && status !== 413) return { outcome: 'later', after_ms, reason: code };
  return events.length > 1 ? { outcome: 'too-large' } : everyOne(events, code);
}

/** Sends to the service at an address. */
export function createHttpSink(service: {
  readonly url: string;
  readonly apiKey: string | null;
}): EvidenceSink {
  const client = createClient(service);
  return {
    async postEvidence({ json: events, leftover = false }, signal) {
      try {
        const receipt = await client.sendEvidence(events, signal, { leftover });
        if (isReceipt(receipt)) return { outcome: 'judged', rejected: receipt.rejected };
        return { outcome: 'later', after_ms: null, reason: 'not_a_witness' };
      } catch (error) {
        if (signal.aborted) throw error;
        if (error instanceof WitnessError && error.kind === 'problem') return refusal(error, events);
        return { outcome: 'later', after_ms: null, reason: 'unreachable' };
      }
    },
  };
}
