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

/** Ids of one process differ in their last part alone: what stands before it is digested once. */
const COUNTED = /^(.*)-([0-9a-z]{1,10})$/;

let prefix = '';
let digest = Buffer.alloc(32);

const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');

function idsOf(id: string): Ids {
  const [, before = id, counter = '0'] = COUNTED.exec(id) ?? [];
  if (before !== prefix) {
    digest = createHash('sha256').update(before).digest();
    prefix = before;
  }
  const count = Number.parseInt(counter, 36);
  const low = hex(digest.readUInt32BE(0) + (count % 2 ** 32));
  const high = hex(digest.readUInt32BE(4) + Math.floor(count / 2 ** 32));
  return { trace: digest.toString('hex', 8, 16) + high + low, span: high + low };
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
