import type { Connections } from '../connections.ts';
import type { PendingRequest } from '../pending.ts';
import type { LogicalCall } from '../tool-calls.ts';
import { tellInputs, type Waiting } from './inputs.ts';
import type { SeenBy, SeenRequest } from './seen.ts';

export type End = Pick<SeenRequest, 'outcome'> &
  Partial<Pick<SeenRequest, 'error_code' | 'reason_code' | 'page' | 'result' | 'error' | 'connection_id'>>;

export interface SeenParts {
  readonly seenBy: SeenBy;
  readonly connections: Connections;
  readonly now: () => number;
}

/** Tells that a request is over, as {@link SeenRequest} has it. */
export function createOverTeller({ seenBy, now }: SeenParts): (request: PendingRequest, end: End) => void {
  return (request, end) => {
    const { seen, method, connection_key, exchange_key, envelope, client } = request;
    if (seen === null) return;
    const { asked_by, params, context, round } = seen;
    // Member by member: spread together, objects of this size are slow ones.
    seenBy.request({
      outcome: end.outcome,
      error_code: end.error_code ?? null,
      reason_code: end.reason_code ?? null,
      page: end.page ?? null,
      result: end.result,
      error: end.error,
      connection_id: end.connection_id === undefined ? request.connection_id : end.connection_id,
      method,
      asked_by,
      started_at: round?.started_at ?? seen.at,
      ended_at: now(),
      round_trips: round?.round_trips ?? 1,
      connection_key,
      exchange_key,
      envelope,
      client,
      params,
      context,
    });
  };
}

/** Tells a call that waited for input, and waits no longer. */
export function createLeftTeller(
  { seenBy, now }: SeenParts,
  waiting: WeakMap<LogicalCall, Waiting>,
  over: (request: PendingRequest, end: End) => void,
): (call: LogicalCall) => void {
  return (call) => {
    const waits = waiting.get(call);
    if (waits === undefined) return;
    waiting.delete(call);
    tellInputs(seenBy, waits, null, now());
    over(waits.request, { outcome: 'unanswered' });
  };
}
