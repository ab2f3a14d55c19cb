import { type LogEvent, type NewEvent } from '@mcp-witness/event-log';
import { type EvidenceEvent, type RecordedEvidence } from '@mcp-witness/evidence';
import { holdsNothing, SessionErased } from './erased.ts';

/** Version of the shape in which evidence is written. */
const schemaVersion = 1;

/** What every event of an attempt's stream says of its session, beside the evidence itself. */
export interface SessionIdentity {
  readonly session_id: string;
  readonly task_id: string | null;
}

type StoredData = Pick<
  EvidenceEvent,
  'attachment_attempt_id' | 'occurred_at' | 'producer' | 'witness' | 'data'
>;

/** The identity that belongs to all events of one attempt, as text, made once for a batch. */
export const encodeIdentity = ({ session_id, task_id }: SessionIdentity): string =>
  JSON.stringify({ session_id, task_id });

/** The last one that was read: events of one attempt follow each other, and each is asked more than once. */
let lastRead: { readonly meta: string; readonly identity: SessionIdentity } | null = null;

export const decodeIdentity = (meta: string | null): SessionIdentity => {
  if (meta === null)
    throw new Error('An event of evidence has no meta: this log was not written by this service.');
  if (lastRead?.meta !== meta) lastRead = { meta, identity: JSON.parse(meta) as SessionIdentity };
  return lastRead.identity;
};

/**
 * Evidence as the log takes it; `meta` is the encoded identity, null while it is not known yet. The text of equal events
 * is equal, so that its digest tells repetition from conflict.
 */
export const encodeEvidence = (event: EvidenceEvent, meta: string | null): NewEvent => {
  const { attachment_attempt_id, occurred_at, producer, witness, data } = event;
  const stored: StoredData = { attachment_attempt_id, occurred_at, producer, witness, data };
  return {
    id: event.event_id,
    type: event.type,
    schema_version: schemaVersion,
    data: JSON.stringify(stored),
    meta,
    key_id: null,
  };
};

/** The evidence that an event of an attempt's stream holds. Throws `SessionErased` where it was erased. */
export const decodeEvidence = (event: LogEvent): RecordedEvidence => {
  if (holdsNothing(event)) throw new SessionErased();
  const { attachment_attempt_id, occurred_at, producer, witness, data } = JSON.parse(
    event.data,
  ) as StoredData;
  return {
    event_id: event.id,
    type: event.type,
    attachment_attempt_id,
    occurred_at,
    producer,
    witness,
    data,
    tenant_id: event.tenant_id,
    session_id: decodeIdentity(event.meta).session_id,
    stream_position: event.stream_position,
    global_position: event.position,
    recorded_at: event.recorded_at,
    schema_version: event.schema_version,
  } as RecordedEvidence;
};
