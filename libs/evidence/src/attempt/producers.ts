import type { EvidenceType, RecordedEvidence } from '../events/events.ts';
import type { Copy } from './copy.ts';
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

function see(next: Copy<ProducerState>, event: RecordedEvidence, isSuperseded: boolean): void {
  const sighting: Sighting = { at: event.occurred_at, recorded_at: event.recorded_at };
  const isKnown = next.used !== null && newest(next.used.at, sighting.at) === next.used.at;
  if (!isKnown) next.used = sighting;
  next.usedLate = isSuperseded ? (next.usedLate ?? sighting) : null;
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
  const next: Copy<ProducerState> = { ...known };
  next.seen = include(known.seen, event.producer.sequence);
  if (afterDelivery.includes(event.type)) next.delivery_at = earliest(known.delivery_at, at);
  if (isUse(event)) see(next, event, superseded !== null);
  return { producers: found < 0 ? [...producers, next] : producers.with(producer, next), producer };
}
