import { compareTimes } from '../attempt/fact.ts';
import type { AttemptState } from '../attempt/state.ts';

/**
 * When the log recorded that the agent still used an attempt which `attempt` had replaced, or null when nothing says so.
 * A producer counts only when it saw both: the new delivery, and after it by its own clock the protocol accepted, tools
 * listed or a call on the old endpoint. Clocks of two producers are never compared.
 */
export function keptPreviousAt(attempt: AttemptState, older: readonly AttemptState[]): string | null {
  const times = older.flatMap(({ producers }) =>
    producers.flatMap(({ id, evidence_at, evidence_recorded_at }) => {
      const delivery = attempt.producers.find((producer) => producer.id === id)?.delivery_at ?? null;
      if (evidence_at === null || evidence_recorded_at === null || delivery === null) return [];
      return compareTimes(evidence_at, delivery) > 0 ? [evidence_recorded_at] : [];
    }),
  );
  return times.reduce<string | null>(
    (newest, time) => (newest === null || compareTimes(time, newest) > 0 ? time : newest),
    null,
  );
}
