import { idTime } from './claim.ts';
import type { RecordedClaim } from './events.ts';
import type { Claim, SessionState } from './state.ts';

const HELD = 64;

/**
 * A session's state after one more event of its stream. Pure and total; events must come in stream order, and one that
 * came before changes nothing.
 */
export function evolveSession(state: SessionState, event: RecordedClaim): SessionState {
  if (event.stream_position < state.length) return state;
  const { attachment_attempt_id, ordinal, placement, producer_id } = event.data;
  const claim: Claim = {
    attachment_attempt_id,
    ordinal,
    producer_id,
    claimed_at: event.recorded_at,
    superseded_at: null,
    superseded_by: null,
  };
  return {
    version: 1,
    session_id: event.session_id,
    started_at: state.length === 0 ? event.data.started_at : state.started_at,
    length: event.stream_position + 1,
    position: event.global_position,
    claims: placed(state.claims, claim, placement === 'current').slice(0, HELD),
  };
}

function placed(claims: readonly Claim[], claim: Claim, becomesCurrent: boolean): readonly Claim[] {
  const [current, ...before] = claims;
  if (current === undefined) return [claim];
  if (becomesCurrent) {
    const superseded = { superseded_at: claim.claimed_at, superseded_by: claim.attachment_attempt_id };
    return [claim, { ...current, ...superseded }, ...before];
  }
  const time = idTime(claim.attachment_attempt_id);
  const found = before.findIndex(({ attachment_attempt_id }) => idTime(attachment_attempt_id) <= time);
  const place = found < 0 ? before.length : found;
  const late = {
    ...claim,
    superseded_at: claim.claimed_at,
    superseded_by: current.attachment_attempt_id,
  };
  return [current, ...before.slice(0, place), late, ...before.slice(place)];
}
