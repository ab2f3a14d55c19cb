import { isObject, type JsonObject, objectOf, textOf } from '../json-rpc.ts';
import type { PendingRequest } from '../pending.ts';
import type { SeenBy } from './seen.ts';

/** A call that waits for input: what was asked last, and what the server said to it. */
export interface Waiting {
  readonly request: PendingRequest;
  readonly result: JsonObject;
  readonly since: number;
}

/**
 * Over the modern protocol a server asks its client by an answer that names inputs, and the next round brings them: each
 * is told as a request of the server's. `responses` null: no next round came.
 */
export function tellInputs(
  seenBy: SeenBy,
  { request, result, since }: Waiting,
  responses: unknown,
  ended_at: number,
): void {
  const given = objectOf(responses);
  for (const [key, input] of Object.entries(objectOf(result.inputRequests))) {
    const method = isObject(input) ? textOf(input.method) : null;
    if (method === null) continue;
    const answer = Object.hasOwn(given, key) ? given[key] : undefined;
    seenBy.request({
      method,
      asked_by: 'server',
      outcome: answer === undefined ? 'unanswered' : 'ok',
      error_code: null,
      reason_code: null,
      started_at: since,
      ended_at,
      round_trips: 1,
      connection_key: request.connection_key,
      exchange_key: request.exchange_key,
      connection_id: request.connection_id,
      envelope: request.envelope,
      client: request.client,
      page: null,
      params: objectOf(objectOf(input).params),
      result: answer,
      error: undefined,
      context: request.seen?.context,
    });
  }
}
