import { type LogEvent, type NewEvent } from '@mcp-witness/event-log';
import { type AttemptClaimed, type AttemptClaimedData, type RecordedClaim } from '@mcp-witness/evidence';
import { holdsNothing, SessionErased } from './erased.ts';
import { decodeIdentity, encodeIdentity, type SessionIdentity } from './evidence-codec.ts';

const schemaVersion = 1;

/** A claim as the session's stream takes it. One attempt claims once, so its id is the event's. */
export const encodeClaim = (claim: AttemptClaimed, identity: SessionIdentity): NewEvent => ({
  id: claim.data.attachment_attempt_id,
  type: claim.type,
  schema_version: schemaVersion,
  data: JSON.stringify(claim.data),
  meta: encodeIdentity(identity),
  key_id: null,
});

/** The claim that an event of a session's stream holds. Throws `SessionErased` where the session was erased. */
export const decodeClaim = (event: LogEvent): RecordedClaim => {
  if (holdsNothing(event)) throw new SessionErased();
  return {
    type: 'attempt-claimed',
    data: JSON.parse(event.data) as AttemptClaimedData,
    session_id: decodeIdentity(event.meta).session_id,
    stream_position: event.stream_position,
    global_position: event.position,
    recorded_at: event.recorded_at,
  };
};
