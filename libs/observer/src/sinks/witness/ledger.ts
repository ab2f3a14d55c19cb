import type { EvidenceEvent } from '@mcp-witness/evidence';
import { processId } from '../../correlation/correlate.ts';
import type { ObservedEvent } from '../../pipeline/event.ts';
import type { Loss } from '../sink.ts';
import { derivedId } from './derived-id.ts';
import { type Fact, factsOf } from './facts.ts';
import { createHomes, type Home } from './homes.ts';

/** An event in the words of the service, with where it went and what it tells of. */
export interface Entry {
  readonly event: EvidenceEvent;
  readonly home: Home;
  /** Null for what tells of the observer itself. */
  readonly of: ObservedEvent | null;
}

/** Keeps what was told of each attempt, and in which order. */
export interface Ledger {
  /** The same entries until they are settled. */
  entriesOf(event: ObservedEvent): readonly Entry[];
  /** Those of an event whose attempt nobody knows: in an attempt of ours. */
  atHome(event: ObservedEvent): readonly Entry[];
  /** The same entries until losses are settled, with new ones for what was lost since. */
  lost(losses: readonly Loss[]): readonly Entry[];
  settle(events: readonly ObservedEvent[]): void;
  settleLosses(): void;
  /** What is told when this process has nothing more to tell. */
  endings(): readonly Entry[];
}

/** Gives a fact its place in an attempt. */
function place(home: Home, { type, data, at }: Fact, from: string): EvidenceEvent {
  home.sequence += 1;
  return {
    event_id: derivedId(at, home.attachment_attempt_id, from, type),
    type,
    attachment_attempt_id: home.attachment_attempt_id,
    occurred_at: new Date(at).toISOString(),
    producer: { id: home.producer_id, sequence: home.sequence },
    witness: 'observer',
    data,
  } as EvidenceEvent;
}

const ended = (reason_code: string, at: number): Fact => ({
  type: 'execution-ended',
  data: { reason_code },
  at,
});

/** A session of the transport ends with its connection. */
const endsSession = ({ kind, correlation }: ObservedEvent): boolean =>
  kind === 'closed' && correlation.rung === 'transport_session';

export function createLedger(address: string): Ledger {
  const homes = createHomes(address);
  const unsettled = new Map<string, readonly Entry[]>();
  let last: ObservedEvent | null = null;
  const unsettledLosses = new Map<string, { readonly count: number; readonly entries: readonly Entry[] }>();
  let losses = 0;

  const enter = (home: Home, of: ObservedEvent, facts: readonly Fact[]): readonly Entry[] => {
    if (facts.length === 0) return [];
    const opening = home.isOpen ? [] : homes.opening(home, of);
    home.isOpen = true;
    home.lastAt = Math.max(home.lastAt, ...facts.map(({ at }) => at));
    return [...opening, ...facts].map((fact) => ({ event: place(home, fact, of.id), home, of }));
  };

  const endOf = (home: Home, reason_code: string, at: number): Entry => ({
    event: place(home, ended(reason_code, at), 'end'),
    home,
    of: null,
  });

  const endsOfGivenUp = (): readonly Entry[] =>
    homes.givenUp().map((home) => endOf(home, 'session_closed', home.lastAt));

  const enterIn = (home: Home, of: ObservedEvent): readonly Entry[] => {
    const facts = factsOf(of, home.server_name, home.told);
    const ends = endsOfGivenUp();
    if (!endsSession(of)) return [...ends, ...enter(home, of, facts)];
    homes.drop(home);
    return [...ends, ...enter(home, of, home.isOpen ? [...facts, ended('session_closed', of.at)] : [])];
  };

  return {
    entriesOf(event) {
      last = event;
      const entries = unsettled.get(event.id) ?? enterIn(homes.of(event), event);
      unsettled.set(event.id, entries);
      return entries;
    },
    atHome: (event) => enterIn(homes.ownFor(event), event),
    lost(told) {
      if (last === null) return [];
      const latest = last;
      return told.flatMap(({ reason_code, count }) => {
        const known = unsettledLosses.get(reason_code) ?? { count: 0, entries: [] };
        if (count <= known.count) return known.entries;
        losses += 1;
        const about = { ...latest, id: `${processId}-lost-${losses}` };
        const data = { count: count - known.count, reason_code };
        const fact: Fact = { type: 'evidence-lost', data, at: Date.now() };
        const entries = [...known.entries, ...enter(homes.ownFor(about), about, [fact])];
        unsettledLosses.set(reason_code, { count, entries });
        return entries;
      });
    },
    settle(events) {
      for (const { id } of events) unsettled.delete(id);
    },
    settleLosses() {
      unsettledLosses.clear();
    },
    endings: () => [
      ...endsOfGivenUp(),
      ...homes.ending().map((home) => endOf(home, 'exited', home.isOfThisProcess ? Date.now() : home.lastAt)),
    ],
  };
}
