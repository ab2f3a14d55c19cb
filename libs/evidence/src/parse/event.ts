import type { EvidenceEvent, EvidenceType, Producer } from '../events/events.ts';
import type { Witness } from '../events/vocabulary.ts';
import { dataReaders } from './data.ts';
import { collectFaults, type Fault } from './fault.ts';
import { isRecord, member, object, required } from './reader.ts';
import { id, instant, integer, openValue, uuid7 } from './values.ts';

/** The event, or what is wrong with it: one fault at least, 32 at most. */
export type ParsedEvent =
  | { readonly ok: true; readonly event: EvidenceEvent }
  | { readonly ok: false; readonly faults: readonly Fault[] };

interface Envelope {
  readonly event_id: string;
  readonly attachment_attempt_id: string;
  readonly occurred_at: string;
  readonly producer: Producer;
  readonly witness: Witness;
}

export const producer = object<Producer>({ id: required(id), sequence: required(integer(1)) });

const envelope = object<Envelope>({
  event_id: required(uuid7),
  attachment_attempt_id: required(uuid7),
  occurred_at: required(instant),
  producer: required(producer),
  witness: required(openValue),
});

const isEvidenceType = (type: string): type is EvidenceType => Object.hasOwn(dataReaders, type);

/**
 * The event that a JSON value is, or every fault of it with its place (the first 32). Members that an event's type does
 * not have are dropped, null counts as absent, nothing is coerced; `occurred_at` and `started_at` become UTC.
 * Linear in the input, and never throws.
 */
export function parseEvent(json: unknown): ParsedEvent {
  const faults = collectFaults();
  const type = isRecord(json) ? member(json, 'type') : undefined;
  if (!isRecord(json) || typeof type !== 'string') {
    faults.add(isRecord(json) ? '/type' : '', 'malformed');
    return { ok: false, faults: faults.list };
  }
  if (!isEvidenceType(type)) return { ok: false, faults: [{ pointer: '/type', code: 'unknown_type' }] };
  const head = envelope(json, '', faults);
  const data = dataReaders[type](member(json, 'data'), '/data', faults);
  if (head === undefined || data === undefined) return { ok: false, faults: faults.list };
  return { ok: true, event: { ...head, type, data } as EvidenceEvent };
}
