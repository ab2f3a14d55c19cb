import { randomBytes } from 'node:crypto';
import { traceIdOf, traceparentOf } from '../correlation/traceparent.ts';
import { tracestateOf } from '../correlation/tracestate.ts';
import type { TracePlace } from '../pipeline/trace.ts';
import { type JsonObject, objectOf, without } from './json.ts';

/** The caller's trace context, where the message itself names none. */
export interface Around {
  readonly traceparent: string | null;
  readonly tracestate: string | null;
}

/** A request that names its own span for the parent of what is done for it, and where that span stands. */
export interface Traced {
  readonly params: JsonObject;
  readonly trace: TracePlace;
  readonly around: Around;
}

const stateOf = (given: JsonObject | Around): string | null =>
  typeof given.tracestate === 'string' ? given.tracestate : null;

/** Of another trace than the one that goes on, a state says nothing. */
const withContext = (meta: JsonObject, { traceparent, tracestate }: Around): JsonObject => ({
  ...without(meta, new Set(['tracestate'])),
  traceparent,
  ...(tracestate !== null && { tracestate }),
});

/** The message's own context goes before the one around it. */
export function passTrace(params: JsonObject, around: () => Around): Traced {
  const meta = objectOf(params._meta) ?? {};
  const isOwn = traceIdOf(meta.traceparent) !== null;
  const given = isOwn ? meta : around();
  const parent = traceparentOf(given.traceparent);
  const [, trace_id, parent_span_id = null, flags = '01'] = parent?.split('-') ?? [];
  const trace: TracePlace = {
    trace_id: trace_id ?? randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    parent_span_id,
  };
  const state = isOwn ? stateOf(meta) : tracestateOf(given.tracestate);
  const context: Around = {
    traceparent: `00-${trace.trace_id}-${trace.span_id}-${flags}`,
    tracestate: parent === null ? null : state,
  };
  return { params: { ...params, _meta: withContext(meta, context) }, trace, around: context };
}
