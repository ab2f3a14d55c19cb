import { compareTimes } from '../attempt/fact.ts';
import type { AttemptState } from '../attempt/state.ts';

/**
 * When the log recorded that the agent still used an attempt which `attempt` had replaced, or null when nothing says so.
 * A producer counts only when it saw both: the new delivery, and after it by its own clock the protocol accepted, tools
 * listed or a call on the old endpoint. Clocks of two producers are never compared.
 */
export function keptPreviousAt(attempt: AttemptState, older: readonly AttemptState[]): string | null {
  const times = older.flatMap(({ producers }) =>
    producers.flatMap(({ id, used, usedLate }) => {
      const delivery = attempt.producers.find((producer) => producer.id === id)?.delivery_at ?? null;
      if (delivery === null) return [];
      const seen = [usedLate, used].find((use) => use !== null && compareTimes(use.at, delivery) > 0);
      return seen === null || seen === undefined ? [] : [seen.recorded_at];
    }),
  );
  return times.reduce<string | null>(
    (first, time) => (first === null || compareTimes(time, first) < 0 ? time : first),
    null,
  );
}
