import { compareInstants } from '../freshness/instant.ts';
import type { RecordedEvidence } from '../events/events.ts';
import { isLater, type Mark } from './mark.ts';
import type { ConnectionFacts, Reason, ServerFacts } from './state.ts';

/** Where and when an event stands: its producer's index, its place in that producer's order, its times. */
export interface Moment {
  readonly producer: number;
  readonly mark: Mark;
  /** The producer's clock, UTC. */
  readonly at: string;
  readonly position: number;
}

export const earliest = (a: string | null, b: string): string =>
  a === null || compareInstants(b, a) < 0 ? b : a;

export const newest = (a: string | null, b: string): string =>
  a === null || compareInstants(b, a) > 0 ? b : a;

export const reasonOf = (
  { mark, at }: Moment,
  data: { readonly reason_code: string; readonly summary?: string | null },
): Reason => ({ mark, at, reason_code: data.reason_code, summary: data.summary ?? null });

/** The later of two facts of one producer. */
export const laterFact = <Fact extends { readonly mark: Mark }>(known: Fact | null, fact: Fact): Fact =>
  known !== null && isLater(known.mark, fact.mark) ? known : fact;

/**
 * Of facts of several producers the one with the latest time, then that of the first producer: the same whichever
 * came first.
 */
export function pickFact<Fact extends { readonly at: string }>(facts: readonly (Fact | null)[]): Fact | null {
  let picked: Fact | null = null;
  for (const fact of facts) {
    if (fact !== null && (picked === null || compareInstants(fact.at, picked.at) > 0)) picked = fact;
  }
  return picked;
}

/** A list with the facts of one producer changed; ordered by nothing but first arrival. */
export function withFacts<Facts extends { readonly producer: number }>(
  list: readonly Facts[],
  empty: Facts,
  change: (facts: Facts) => Facts,
): readonly Facts[] {
  const index = list.findIndex(({ producer }) => producer === empty.producer);
  const known = list[index];
  return known === undefined ? [...list, change(empty)] : list.with(index, change(known));
}

export const noConnectionFacts = (producer: number): ConnectionFacts => ({
  producer,
  accepted: null,
  alive: null,
  failed: null,
  closed: null,
});

export const noServerFacts = (producer: number): ServerFacts => ({
  producer,
  first: null,
  alive: null,
  unbound: null,
  failed: null,
  connectionFailed: null,
  exited: null,
  closed: null,
  filtered: null,
  unavailable: null,
  refused: null,
  toolsChanged: null,
});

/** Producers tracked apart; those that come later share one place, and are ordered by arrival. */
const MAX_PRODUCERS = 64;

export const isTracked = (producer: number): boolean => producer < MAX_PRODUCERS;

export const placeOf = (index: number): number => Math.min(index, MAX_PRODUCERS);

export const markOf = (event: RecordedEvidence, producer: number): Mark => [
  isTracked(producer) ? event.producer.sequence : event.stream_position,
  event.stream_position,
];
