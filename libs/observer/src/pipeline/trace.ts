import { createHash } from 'node:crypto';
import type { Observation } from '../observation.ts';

/** Where an event stands in a trace, by the W3C Trace Context. Hexadecimal, lower case. */
export interface TracePlace {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string | null;
}

const digestOf = (id: string): string => createHash('sha256').update(id).digest('hex');

const spanOf = (digest: string): string => digest.slice(48);

/** The caller's trace where it named one; else that of the call within which this one was made, or one of its own. */
export function placeOf({ id, parent_id, traceparent }: Observation): TracePlace {
  const own = digestOf(id);
  const span_id = spanOf(own);
  const [, trace_id, parent_span_id] = traceparent?.split('-') ?? [];
  const parent = parent_id === null ? null : digestOf(parent_id);
  if (trace_id !== undefined && parent_span_id !== undefined) {
    return { trace_id, span_id, parent_span_id: parent === null ? parent_span_id : spanOf(parent) };
  }
  if (parent === null) return { trace_id: own.slice(0, 32), span_id, parent_span_id: null };
  return { trace_id: parent.slice(0, 32), span_id, parent_span_id: spanOf(parent) };
}
