import type { EvidenceEvent } from '@mcp-witness/evidence';

/** What the marks of one attempt take at most. */
const markBytes = 1024;

interface Loss {
  readonly event: EvidenceEvent;
  readonly isMarked: boolean;
  count: number;
}

/** Counts what was dropped and not told yet, by attempt. */
export interface Losses {
  /** Attempts that lost something. */
  readonly attempts: number;
  /** Events dropped. */
  readonly count: number;
  /** One more of an attempt; `reason_code` is that of its first. */
  add(attempt_id: string, reason_code: string): void;
  /**
   * The events that are to tell of these attempts' losses, or of all, as they stand now: the same ones until they are taken.
   * Without those for whose marks there is no room.
   */
  marksOf(attempt_ids?: Iterable<string>): readonly EvidenceEvent[];
  /** The events that tell of everything so far; it counts anew after that. */
  take(): readonly EvidenceEvent[];
}

const telling = ({ event, count }: Loss): EvidenceEvent =>
  ({ ...event, data: { ...event.data, count } }) as EvidenceEvent;

export function createLosses(
  lossEvent: (attempt_id: string, count: number, reason_code: string) => EvidenceEvent,
  marksRoom: number,
): Losses {
  const losses = new Map<string, Loss>();
  const hasRoom = (): boolean => (losses.size + 1) * markBytes <= marksRoom;
  return {
    get attempts() {
      return losses.size;
    },
    get count() {
      return [...losses.values()].reduce((sum, { count }) => sum + count, 0);
    },
    add(attempt_id, reason_code) {
      const known = losses.get(attempt_id);
      if (known !== undefined) known.count += 1;
      else {
        const event = lossEvent(attempt_id, 1, reason_code);
        losses.set(attempt_id, { event, isMarked: hasRoom(), count: 1 });
      }
    },
    marksOf: (attempt_ids = losses.keys()) =>
      [...attempt_ids].flatMap((id) => {
        const loss = losses.get(id);
        return loss?.isMarked === true ? [telling(loss)] : [];
      }),
    take() {
      const events = [...losses.values()].map(telling);
      losses.clear();
      return events;
    },
  };
}
