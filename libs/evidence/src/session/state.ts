/** One attempt's place in its session. */
export interface Claim {
  readonly attachment_attempt_id: string;
  /** From 1, in the order of claims. */
  readonly ordinal: number;
  readonly producer_id: string;
  readonly claimed_at: string;
  /** When, and by which attempt, it was superseded. Null while it is current. */
  readonly superseded_at: string | null;
  readonly superseded_by: string | null;
}

/** The order of a session's attempts: plain JSON. */
export interface SessionState {
  readonly version: 1;
  readonly session_id: string;
  /** When its first attempt began; empty before that. */
  readonly started_at: string;
  /** Events of the session's stream that are folded in, which is also the number of attempts. */
  readonly length: number;
  /** Log position of the newest of them; empty before the first. */
  readonly position: string;
  /**
   * The current attempt and then those before it, newest first, 64 at most. One that came late stands where its id's
   * time puts it.
   */
  readonly claims: readonly Claim[];
}

/** A session before its first attempt. */
export function initialSession(): SessionState {
  return { version: 1, session_id: '', started_at: '', length: 0, position: '', claims: [] };
}
