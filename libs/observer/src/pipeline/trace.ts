import { createHash } from 'node:crypto';
import type { Observation } from '../observation.ts';

/** Where an event stands in a trace, by the W3C Trace Context. Hexadecimal, lower case. */
export interface TracePlace {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string | null;
}

interface Ids {
  readonly trace: string;
  readonly span: string;
}

const COUNTER = /^[0-9a-z]{1,10}$/;

/** Ids of one process differ in their last part alone: what stands before it is digested once. */
let prefix: string | null = null;
let first = '';
let high = 0;
let low = 0;

function digest(before: string): void {
  const bytes = createHash('sha256').update(before).digest();
  prefix = before;
  first = bytes.toString('hex', 8, 16);
  low = bytes.readUInt32BE(0);
  high = bytes.readUInt32BE(4);
}

const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');

function idsOf(id: string): Ids {
  const end = id.lastIndexOf('-');
  const counter = id.slice(end + 1);
  const isCounted = end >= 0 && COUNTER.test(counter);
  const before = isCounted ? id.slice(0, end) : id;
  if (before !== prefix) digest(before);
  const count = isCounted ? Number.parseInt(counter, 36) : 0;
  const span = hex(high + Math.floor(count / 2 ** 32)) + hex(low + (count % 2 ** 32));
  return { trace: first + span, span };
}

/** The caller's trace where it named one; else that of the call within which this one was made, or one of its own. */
export function placeOf({ id, parent_id, traceparent }: Observation): TracePlace {
  const own = idsOf(id);
  const parent = parent_id === null ? null : idsOf(parent_id);
  const [, trace_id, parent_span_id] = traceparent?.split('-') ?? [];
  if (trace_id !== undefined && parent_span_id !== undefined)
    return { trace_id, span_id: own.span, parent_span_id: parent?.span ?? parent_span_id };
  return {
    trace_id: (parent ?? own).trace,
    span_id: own.span,
    parent_span_id: parent?.span ?? null,
  };
}
