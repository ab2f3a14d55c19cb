import type { EvidenceEvent } from '@mcp-witness/evidence';
import type { EvidenceSink, PostResult } from './sink.ts';

const requestTimeoutMs = 15_000;

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 300) * 1000 : null;
}

interface Rejection {
  readonly index: number;
  readonly code: string;
}

const isRejection = (value: unknown): value is Rejection =>
  typeof value === 'object' &&
  value !== null &&
  'index' in value &&
  'code' in value &&
  typeof value.index === 'number' &&
  typeof value.code === 'string';

function rejections(body: unknown): readonly Rejection[] {
  if (typeof body !== 'object' || body === null || !('rejected' in body)) return [];
  return Array.isArray(body.rejected) ? body.rejected.filter(isRejection) : [];
}

const everyOne = (events: readonly EvidenceEvent[], status: number): PostResult => ({
  outcome: 'judged',
  rejected: events.map((_, index) => ({ index, code: status === 409 ? 'conflict' : 'malformed' })),
});

async function judge(response: Response, events: readonly EvidenceEvent[]): Promise<PostResult> {
  const { status } = response;
  if (status === 200) return { outcome: 'judged', rejected: rejections(await response.json()) };
  await response.body?.cancel();
  if (status === 401 || status === 403) return { outcome: 'unauthorized', status };
  if (status === 409 || status === 422) return everyOne(events, status);
  if (status === 400 || status === 413) {
    return events.length > 1 ? { outcome: 'too-large' } : everyOne(events, status);
  }
  return { outcome: 'later', after_ms: retryAfter(response), reason: `status ${status}` };
}

/** Sends to `POST /v1/evidence` of the service at `url`. */
export function createHttpSink(service: {
  readonly url: string;
  readonly apiKey: string | null;
}): EvidenceSink {
  const target = new URL('/v1/evidence', service.url);
  const headers = {
    'content-type': 'application/json',
    ...(service.apiKey === null ? {} : { authorization: `Bearer ${service.apiKey}` }),
  };
  return {
    async postEvidence(events, signal) {
      const body = JSON.stringify(events);
      const ends = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]);
      try {
        const response = await fetch(target, {
          method: 'POST',
          headers,
          body,
          signal: ends,
          redirect: 'error',
        });
        return await judge(response, events);
      } catch (error) {
        if (signal.aborted) throw error;
        return { outcome: 'later', after_ms: null, reason: 'unreachable' };
      }
    },
  };
}
