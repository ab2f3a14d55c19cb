import type { EvidenceData, EvidenceEvent, EvidenceType } from '../events/events.ts';
import type { Witness } from '../events/vocabulary.ts';

const BEGIN = Date.UTC(2026, 10, 30, 11, 0, 0);

/** A UUIDv7 whose time is `milliseconds` after the first one's, and whose last digits are `tail`. */
export function uuidAt(milliseconds: number, tail = 1): string {
  const time = (BEGIN + milliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail.toString(16).padStart(12, '0')}`;
}

/** The instant `seconds` after the first one. */
export const timeAt = (seconds: number): string => new Date(BEGIN + seconds * 1000).toISOString();

const ATTEMPT = uuidAt(0);

export interface TestProducer {
  readonly id: string;
  /** The next event of this producer, one second after its last one unless `at` says otherwise. */
  saw<Type extends EvidenceType>(
    type: Type,
    data: EvidenceData[Type],
    options?: { readonly at?: string; readonly sequence?: number },
  ): EvidenceEvent;
}

let events = 0;

/** A producer of events of one attempt, which counts its own sequence. */
export function producerOf(
  id: string,
  {
    attempt = ATTEMPT,
    witness = 'front',
    from = 0,
  }: { attempt?: string; witness?: Witness; from?: number } = {},
): TestProducer {
  let sequence = 0;
  return {
    id,
    saw(type, data, options = {}) {
      sequence = options.sequence ?? sequence + 1;
      events += 1;
      return {
        event_id: uuidAt(0, events),
        type,
        attachment_attempt_id: attempt,
        occurred_at: options.at ?? timeAt(from + sequence),
        producer: { id, sequence },
        witness,
        data,
      } as EvidenceEvent;
    },
  };
}
