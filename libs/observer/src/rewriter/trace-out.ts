import { randomBytes } from 'node:crypto';
import type { TracePlace } from '../pipeline/trace.ts';
import { type JsonObject, objectOf } from './json.ts';

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const ZEROS = /^0+$/;

/** The request with its own span for the parent of what the server does, and where that span stands. */
export function passTrace(params: JsonObject): { readonly params: JsonObject; readonly trace: TracePlace } {
  const meta = objectOf(params._meta);
  const [, trace_id = '', parent = '', flags = '01'] =
    typeof meta?.traceparent === 'string' ? (TRACEPARENT.exec(meta.traceparent) ?? []) : [];
  const isGiven = trace_id !== '' && !ZEROS.test(trace_id) && !ZEROS.test(parent);
  const trace: TracePlace = {
    trace_id: isGiven ? trace_id : randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    parent_span_id: isGiven ? parent : null,
  };
  const traceparent = `00-${trace.trace_id}-${trace.span_id}-${isGiven ? flags : '01'}`;
  return { params: { ...params, _meta: { ...meta, traceparent } }, trace };
}
