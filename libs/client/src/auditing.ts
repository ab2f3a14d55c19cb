import type { History } from '@mcp-witness/evidence';
import { dataOf, type Routes, type Until, type Within } from './calling.ts';
import type { components } from './schema.gen.ts';

export type Verification = components['schemas']['VerificationBody'];

/** A past moment, by the clock of the log or by a place in it; one of the two. */
export type Moment = { readonly at_time: string } | { readonly at_position: string };

/** Calls that look at the log itself. */
export interface AuditCalls {
  /** Checks a part of the log; call it again with `after: next_after` until that is null. */
  verifyLog(query?: { after?: string; limit?: number }, signal?: AbortSignal): Promise<Verification>;
  /** The report as it was at a moment. */
  reportAt(sessionId: string, moment: Moment, signal?: AbortSignal): Promise<History>;
  /** NDJSON of the caller's tenant, as bytes. It takes as long as it takes: only `signal` ends it. */
  exportLog(signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

export const auditing = (routes: Routes, within: Within, until: Until): AuditCalls => ({
  verifyLog: (query = {}, signal) =>
    dataOf(routes.GET('/v1/audit/verify', { params: { query }, ...within(signal) })),
  reportAt: (session_id, moment, signal) =>
    dataOf(
      routes.GET('/v1/audit/sessions/{session_id}/report', {
        params: { path: { session_id }, query: moment },
        ...within(signal),
      }),
    ),
  exportLog: (signal) => dataOf(routes.GET('/v1/audit/export', { parseAs: 'stream', ...until(signal) })),
});
