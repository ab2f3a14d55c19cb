import type { AttemptStartedData, EvidenceEvent, Producer, ServerResolvedData } from '../events/events.ts';
import type { Witness } from '../events/vocabulary.ts';
import { attemptStarted, serverResolved } from './data.ts';
import { producer } from './event.ts';
import { collectFaults, type Fault } from './fault.ts';
import { list, object, optional, required } from './reader.ts';
import { instant, openValue, uuid7 } from './values.ts';

/** Most servers that one attempt may name. */
export const MAX_SERVERS = 256;

/** An attempt with the servers that it names, as the events it stands for: its start, then each server in order. */
export type ParsedAttempt =
  | { readonly ok: true; readonly events: readonly [EvidenceEvent, ...EvidenceEvent[]] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

interface AttemptBody extends AttemptStartedData {
  readonly attachment_attempt_id: string;
  readonly occurred_at: string;
  readonly producer: Producer;
  readonly witness?: Witness | null;
  readonly servers?: readonly ServerResolvedData[] | null;
}

const body = object<AttemptBody>({
  ...attemptStarted,
  attachment_attempt_id: required(uuid7),
  occurred_at: required(instant),
  producer: required(producer),
  witness: optional(openValue),
  servers: optional(list(serverResolved, MAX_SERVERS)),
});

const inverted = (hex: string): string =>
  hex.replace(/./g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));

/**
 * Id of the event at `index` of an opened attempt: the attempt's own id for its start, and for the servers the attempt's
 * id with its last 12 bits moved on by their index from 1 and the 36 bits before them inverted. The same body thus gives
 * the same events, whoever reads it, and none of the ids that a producer mints by counting on from the attempt's.
 */
function eventIdAt(attemptId: string, index: number): string {
  if (index === 0) return attemptId;
  const tail = (Number.parseInt(attemptId.slice(-3), 16) + index) % 0x1000;
  return `${attemptId.slice(0, -12)}${inverted(attemptId.slice(-12, -3))}${tail.toString(16).padStart(3, '0')}`;
}

/**
 * The events that a body opening an attempt stands for: `{attachment_attempt_id, occurred_at, producer, witness?, …data of
 * attempt-started, servers?: data of server-resolved[]}`. The start takes the body's sequence number, its servers the
 * next ones. Seen by `witness`, or by the host when absent; servers by the resolver. Over 256 servers: `too_large`.
 */
export function parseAttempt(json: unknown): ParsedAttempt {
  const faults = collectFaults();
  const read = body(json, '', faults);
  if (read === undefined) return { ok: false, faults: faults.list };
  const { attachment_attempt_id, occurred_at, producer: from, witness, servers, ...data } = read;
  const sequence = from.sequence;
  if (!Number.isSafeInteger(sequence + MAX_SERVERS)) {
    return { ok: false, faults: [{ pointer: '/producer/sequence', code: 'malformed' }] };
  }
  const envelopeAt = (
    index: number,
  ): Pick<EvidenceEvent, 'event_id' | 'attachment_attempt_id' | 'occurred_at' | 'producer'> => ({
    event_id: eventIdAt(attachment_attempt_id, index),
    attachment_attempt_id,
    occurred_at,
    producer: { id: from.id, sequence: sequence + index },
  });
  const start: EvidenceEvent = {
    ...envelopeAt(0),
    type: 'attempt-started',
    witness: witness ?? 'host',
    data,
  };
  const resolved = (servers ?? []).map((server, index): EvidenceEvent => ({
    ...envelopeAt(index + 1),
    type: 'server-resolved',
    witness: 'resolver',
    data: server,
  }));
  return { ok: true, events: [start, ...resolved] };
}
