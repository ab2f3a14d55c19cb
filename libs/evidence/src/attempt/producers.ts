import type { EvidenceType, RecordedEvidence } from '../events/events.ts';
import { earliest, isTracked, newest, placeOf } from './fact.ts';
import { emptyRanges, include } from './ranges.ts';
import { isServed } from './server.ts';
import type { AttemptState, ProducerState, Sighting } from './state.ts';

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
  used: null,
  usedLate: null,
});

function sightings(
  { used, usedLate }: ProducerState,
  event: RecordedEvidence,
  isSuperseded: boolean,
): Pick<ProducerState, 'used' | 'usedLate'> {
  if (!isUse(event)) return { used, usedLate };
  const sighting: Sighting = { at: event.occurred_at, recorded_at: event.recorded_at };
  return {
    used: used !== null && newest(used.at, sighting.at) === used.at ? used : sighting,
    usedLate: isSuperseded ? (usedLate ?? sighting) : null,
  };
}

/** The producers with one more event, and the place of its producer among them. */
export function withProducer(
  { producers, superseded }: Pick<AttemptState, 'producers' | 'superseded'>,
  event: RecordedEvidence,
): { producers: readonly ProducerState[]; producer: number } {
  const found = producers.findIndex(({ id }) => id === event.producer.id);
  const producer = found < 0 ? placeOf(producers.length) : found;
  if (!isTracked(producer)) return { producers, producer };
  const known = producers[producer] ?? emptyProducer(event.producer.id);
  const at = event.occurred_at;
  const next: ProducerState = {
    ...known,
    seen: include(known.seen, event.producer.sequence),
    delivery_at: afterDelivery.includes(event.type) ? earliest(known.delivery_at, at) : known.delivery_at,
    ...sightings(known, event, superseded !== null),
  };
  return { producers: found < 0 ? [...producers, next] : producers.with(producer, next), producer };
}
