import { evolve } from '../attempt/evolve.ts';
import { initialState } from '../attempt/initial.ts';
import type { AttemptState } from '../attempt/state.ts';
import type { EvidenceEvent } from '../events/events.ts';
import type { History } from '../report/report.ts';
import { decideClaim } from '../session/claim.ts';
import type { AttemptClaimed, RecordedClaim } from '../session/events.ts';
import { evolveSession } from '../session/evolve.ts';
import { toHistory } from '../session/history.ts';
import { initialSession, type SessionState } from '../session/state.ts';
import { timeAt } from './producer.ts';
import { record } from './record.ts';

/** A session as a service keeps it, over a log of one. */
export interface TestSession {
  /** Claims a place for the attempt, unless it has one. */
  claim(attempt: { id: string; producer?: string; at?: string }): void;
  /** Records evidence of its attempts. */
  record(...events: readonly EvidenceEvent[]): void;
  readonly state: SessionState;
  readonly attempts: ReadonlyMap<string, AttemptState>;
  history(): History;
}

/** A claim as a log would hold it. */
export const recordedClaim = (
  event: AttemptClaimed,
  state: SessionState,
  position: number,
): RecordedClaim => ({
  ...event,
  session_id: 'session-1',
  stream_position: state.length,
  global_position: String(position),
  recorded_at: timeAt(position).replace('Z', '000Z'),
});

export function testSession(): TestSession {
  let state = initialSession();
  let position = 0;
  const attempts = new Map<string, AttemptState>();
  const lengths = new Map<string, number>();
  return {
    claim({ id, producer = 'relay', at = timeAt(0) }) {
      const decision = decideClaim(state, {
        attachment_attempt_id: id,
        producer_id: producer,
        occurred_at: at,
      });
      if (decision.outcome === 'known') return;
      position += 1;
      state = evolveSession(state, recordedClaim(decision.event, state, position));
    },
    record(...events) {
      for (const event of events) {
        const id = event.attachment_attempt_id;
        const from = lengths.get(id) ?? 0;
        const [recorded] = record([event], { from, position });
        if (recorded === undefined) continue;
        attempts.set(id, evolve(attempts.get(id) ?? initialState(), recorded));
        lengths.set(id, from + 1);
        position += 1;
      }
    },
    get state() {
      return state;
    },
    attempts,
    history() {
      const history = toHistory(state, (id) => attempts.get(id));
      if (history === null) throw new Error('The session has no attempt with evidence.');
      return history;
    },
  };
}
