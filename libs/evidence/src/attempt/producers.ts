import type { EvidenceType, RecordedEvidence } from '../events/events.ts';
import { earliest, isTracked, newest, placeOf } from './fact.ts';
import { emptyRanges, include } from './ranges.ts';
import { isServed } from './server.ts';
import type { ProducerState } from './state.ts';

/** Types whose producer has seen that the attempt was delivered. */
const afterDelivery: readonly EvidenceType[] = [
  'server-delivered',
  'protocol-accepted',
  'protocol-refused',
  'tools-listed',
  'tool-called',
];

function isUse(event: RecordedEvidence): boolean {
  if (event.type === 'tool-called') return isServed(event.data.outcome);
  return event.type === 'protocol-accepted' || event.type === 'tools-listed';
}

const emptyProducer = (id: string): ProducerState => ({
  id,
  seen: emptyRanges,
  delivery_at: null,
  evidence_at: null,
  evidence_recorded_at: null,
});

/** The producers with one more event, and the place of its producer among them. */
export function withProducer(
  producers: readonly ProducerState[],
  event: RecordedEvidence,
): { producers: readonly ProducerState[]; producer: number } {
  const found = producers.findIndex(({ id }) => id === event.producer.id);
  const producer = found < 0 ? placeOf(producers.length) : found;
  if (!isTracked(producer)) return { producers, producer };
  const known = producers[producer] ?? emptyProducer(event.producer.id);
  const at = event.occurred_at;
  const isNewestUse = isUse(event) && newest(known.evidence_at, at) === at;
  const next: ProducerState = {
    ...known,
    seen: include(known.seen, event.producer.sequence),
    delivery_at: afterDelivery.includes(event.type) ? earliest(known.delivery_at, at) : known.delivery_at,
    evidence_at: isNewestUse ? at : known.evidence_at,
    evidence_recorded_at: isNewestUse ? event.recorded_at : known.evidence_recorded_at,
  };
  return { producers: found < 0 ? [...producers, next] : producers.with(producer, next), producer };
}
