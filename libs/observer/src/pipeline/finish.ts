import { memberIn } from '../privacy/plain.ts';
import type { Redaction } from '../privacy/redaction.ts';
import type { Draft } from './draft.ts';
import type { ObservedEvent } from './event.ts';
import { fit } from './fit.ts';

const codeOf = (error: unknown): number | null => {
  const code = memberIn(error, 'code');
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
};

/** The event as it may leave: every text redacted, and cut then. */
export function finish(draft: Draft, redaction: Redaction): ObservedEvent {
  const { observation } = draft;
  const told = fit(draft.texts, redaction);
  return {
    id: observation.id,
    kind: draft.kind,
    server: observation.server,
    method: observation.method,
    asked_by: observation.asked_by,
    at: observation.at,
    duration_ms: observation.duration_ms,
    outcome: observation.outcome,
    error_code: observation.error_code,
    reason_code: observation.reason_code,
    name: observation.name,
    result_bytes: observation.result_bytes,
    round_trips: observation.round_trips,
    era: observation.era,
    protocol_version: observation.protocol_version,
    client: observation.client,
    correlation: draft.correlation,
    connection_id: observation.connection_id,
    transport: observation.transport,
    listing: observation.listing,
    parent_id: observation.parent_id,
    traceparent: observation.traceparent,
    tracestate: observation.tracestate,
    rpc_code: codeOf(observation.content?.error),
    trace: draft.trace,
    handle: draft.handle,
    agent: draft.agent,
    actor: told.actor,
    tags: told.tags,
    properties: told.properties,
    text: told.text,
    arguments_summary: told.arguments_summary,
    arguments: told.arguments,
    result: told.result,
    headers: told.headers,
  };
}
