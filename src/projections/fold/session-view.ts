import { type AttemptState, type History, toHistory, withoutTools } from '@mcp-witness/evidence';
import type { AttemptRecord, SessionRecord } from '../store/records.ts';

/** A session with the attempts that its report is made from, as they are at one place of the log. */
export interface SessionView {
  readonly session: SessionRecord;
  /** Those of `session.attempts` that are known, newest first. */
  readonly attempts: readonly AttemptRecord[];
}

/** States by attempt id, as the fold of a session asks for them. */
export const statesOf =
  (attempts: readonly AttemptRecord[]) =>
  (id: string): AttemptState | undefined =>
    attempts.find((attempt) => attempt.attachment_attempt_id === id)?.state;

/** The report of a session, without tools. Null: none of its attempts is known. */
export function historyOf({ session, attempts }: SessionView): History | null {
  const history = toHistory(session.state, statesOf(attempts));
  return history && withoutTools(history);
}
