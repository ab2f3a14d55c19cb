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

/** Order of two instants. Those of one length in UTC, which nearly all are, are ordered as they stand. */
export function compareTimes(a: string, b: string): number {
  if (a === b) return 0;
  const areAlike = a.length === b.length && a.endsWith('Z') && b.endsWith('Z');
  if (areAlike) return a < b ? -1 : 1;
  return compareInstants(a, b);
}

export const earliest = (a: string | null, b: string): string =>
  a === null || compareTimes(b, a) < 0 ? b : a;

export const newest = (a: string | null, b: string): string => (a === null || compareTimes(b, a) > 0 ? b : a);

export const reasonOf = (
  { mark, at }: Moment,
  data: { readonly reason_code: string; readonly summary?: string | null },
): Reason => ({ mark, at, reason_code: data.reason_code, summary: data.summary ?? null });

/** The later of two facts of one producer. */
export const laterFact = <Fact extends { readonly mark: Mark }>(known: Fact | null, fact: Fact): Fact =>
  known !== null && isLater(known.mark, fact.mark) ? known : fact;

/** Of reasons of several producers the one with the latest time, the same whichever came first. */
export function pickReason(reasons: readonly (Reason | null)[]): Reason | null {
  let picked: Reason | null = null;
  for (const reason of reasons) {
    if (reason !== null && (picked === null || isPreferred(reason, picked))) picked = reason;
  }
  return picked;
}

function isPreferred(reason: Reason, other: Reason): boolean {
  const order = compareTimes(reason.at, other.at);
  if (order !== 0) return order > 0;
  if (reason.reason_code !== other.reason_code) return reason.reason_code > other.reason_code;
  return (reason.summary ?? '') > (other.summary ?? '');
}

/** A list with the facts of one producer changed; ordered by nothing but first arrival. */
export function withFacts<Facts extends { readonly producer: number }>(
  list: readonly Facts[],
  producer: number,
  empty: (producer: number) => Facts,
  change: (facts: Facts) => Facts,
): readonly Facts[] {
  const index = list.findIndex((facts) => facts.producer === producer);
  const known = list[index];
  return known === undefined ? [...list, change(empty(producer))] : list.with(index, change(known));
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
