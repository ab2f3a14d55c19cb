/**
 * The session's own stream: one event for each attempt, in the order that decides which attempt is current. It is
 * appended with the expected length of the stream, so that of two attempts that race one is refused and decides again.
 */
export interface AttemptClaimed {
  readonly type: 'attempt-claimed';
  readonly data: AttemptClaimedData;
}

/** What a claim says. */
export interface AttemptClaimedData {
  readonly attachment_attempt_id: string;
  /** From 1, in the order of claims. */
  readonly ordinal: number;
  /** `history`: it came late, and an attempt that began later was current already. */
  readonly placement: 'current' | 'history';
  /** The attempt that was current before, and is no longer; for `history` the one that stays current. */
  readonly other: string | null;
  /** When the attempt began, by the clock of the producer that opened it. */
  readonly started_at: string;
  /** Id of that producer. */
  readonly producer_id: string;
}

/** A claim as the log holds it. */
export interface RecordedClaim extends AttemptClaimed {
  readonly session_id: string;
  /** Place in the session's stream, from 0. */
  readonly stream_position: number;
  /** Log position. */
  readonly global_position: string;
  readonly recorded_at: string;
}
