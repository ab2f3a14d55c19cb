import type { AttemptClaimed } from './events.ts';
import type { Claim, SessionState } from './state.ts';

/** An attempt that wants its place in a session. */
export interface ClaimingAttempt {
  readonly attachment_attempt_id: string;
  /** `occurred_at` of its start. */
  readonly occurred_at: string;
  /** Id of the producer that opened it. */
  readonly producer_id: string;
}

/**
 * - `known`: the attempt has its place; nothing is to be appended.
 * - `claim`: append `event` to the session's stream, expecting `state.length` events there. On a conflict fold what came
 *   in between and decide again. `event.data.placement` is `current` or `history`; of a `current` one `data.other` is the
 *   attempt to be told that it is superseded, when there is one.
 */
export type ClaimDecision =
  | { readonly outcome: 'known'; readonly claim: Claim }
  | { readonly outcome: 'claim'; readonly event: AttemptClaimed };

/** The time in a UUIDv7: its first 48 bits, as twelve hex digits that order as text. */
export const idTime = (uuid: string): string => uuid.slice(0, 13).replace('-', '').toLowerCase();

/**
 * Where an attempt belongs: it becomes current, unless the current one's id has a later time and came from another
 * producer. One producer's attempts are taken in the order in which they come. `known` reaches back over the attempts
 * that the state holds (64); for older ones the attempt's own stream tells that it exists.
 */
export function decideClaim(state: SessionState, attempt: ClaimingAttempt): ClaimDecision {
  const { attachment_attempt_id, producer_id } = attempt;
  const known = state.claims.find((claim) => claim.attachment_attempt_id === attachment_attempt_id);
  if (known !== undefined) return { outcome: 'known', claim: known };
  const current = state.claims[0];
  const isLate =
    current !== undefined &&
    current.producer_id !== producer_id &&
    idTime(attachment_attempt_id) < idTime(current.attachment_attempt_id);
  return {
    outcome: 'claim',
    event: {
      type: 'attempt-claimed',
      data: {
        attachment_attempt_id,
        ordinal: state.length + 1,
        placement: isLate ? 'history' : 'current',
        other: current?.attachment_attempt_id ?? null,
        started_at: attempt.occurred_at,
        producer_id,
      },
    },
  };
}
