import { type LogEvent, Position } from '@mcp-witness/event-log';
import { type EvidenceEvent, type EvidenceOf, type ServerResolvedData } from '@mcp-witness/evidence';
import { holdsNothing, SessionErased } from '../log/erased.ts';
import { decodeEvidence, decodeIdentity, type SessionIdentity } from '../log/evidence-codec.ts';
import { createIdFilter, type IdFilter } from './id-filter.ts';
import {
  type Fingerprint,
  fingerprintOfStart,
  fingerprintOfStored,
  type Form,
  type Prepared,
} from './prepared.ts';

/** What ingest knows of one attempt's stream: enough to tell what is new without reading it again. */
export interface KnownStream {
  readonly identity: SessionIdentity;
  /** Events in the stream. */
  length: number;
  /** Of the newest of them. */
  position: Position;
  /** Content by event id; not of those that are only in `earlier`. */
  readonly events: Map<string, Fingerprint>;
  /** Ids of which the content is not known any more. */
  readonly earlier: IdFilter | null;
  /** What the attempt's first event says, whoever saw it. */
  readonly started: Fingerprint;
  /** Content of every `server-resolved`. */
  readonly resolved: Set<Fingerprint>;
  /** How many of them came with the attempt's first event. */
  readonly resolvedAtStart: number;
  /** Names of all resolved servers. */
  readonly names: Set<string>;
  /** Names of those that are built in or observer-owned. */
  readonly ours: Set<string>;
}

const isOurs = ({ source }: ServerResolvedData): boolean => source === 'built_in' || source === 'observed';

/** Takes in one event that is in the stream. */
export const learnEvent = (
  known: KnownStream,
  id: string,
  content: Fingerprint,
  resolved: ServerResolvedData | null,
): void => {
  known.events.set(id, content);
  if (resolved === null) return;
  known.resolved.add(content);
  known.names.add(resolved.server_name);
  if (isOurs(resolved)) known.ours.add(resolved.server_name);
};

/** Takes in what follows in the stream, in its order. Throws `SessionErased` once that is what follows. */
export const learnStored = (known: KnownStream, events: readonly LogEvent[]): void => {
  for (const event of events) {
    if (holdsNothing(event)) throw new SessionErased();
    const decoded = event.type === 'server-resolved' ? decodeEvidence(event) : null;
    const resolved = decoded?.type === 'server-resolved' ? decoded.data : null;
    learnEvent(known, event.id, fingerprintOfStored(event), resolved);
    known.length = event.stream_position + 1;
    known.position = event.position;
  }
};

/** A stream that is to be opened by `started`, before anything of it is in the log. */
export const unopened = (started: EvidenceOf<'attempt-started'>, resolvedAtStart: number): KnownStream => ({
  identity: { session_id: started.data.session_id, task_id: started.data.task_id ?? null },
  length: 0,
  position: Position.start,
  events: new Map(),
  earlier: null,
  started: fingerprintOfStart(started),
  resolved: new Set(),
  resolvedAtStart,
  names: new Set(),
  ours: new Set(),
});

/** The same, with only enough of the ids to tell that others are new. Who holds `known` may go on with it as it is. */
export const condensed = (known: KnownStream): KnownStream => {
  const earlier = known.earlier ?? createIdFilter();
  for (const id of known.events.keys()) earlier.add(id);
  return { ...known, events: new Map(), earlier };
};

/** Whether the stream has to be read again before an event of this id can be judged. */
export const isUncertain = ({ events, earlier }: KnownStream, id: string): boolean =>
  earlier !== null && !events.has(id) && earlier.mayHold(id);

/** From the first page of a stream; null when there is none. */
export const knowStream = (page: readonly LogEvent[]): KnownStream | null => {
  const [first] = page;
  if (first === undefined) return null;
  if (page.some(holdsNothing)) throw new SessionErased();
  const opening = page.filter(
    (event) => event.append_id === first.append_id && event.type === 'server-resolved',
  );
  const known: KnownStream = {
    identity: decodeIdentity(first.meta),
    length: 0,
    position: first.position,
    events: new Map(),
    earlier: null,
    started: fingerprintOfStart(decodeEvidence(first)),
    resolved: new Set(),
    resolvedAtStart: opening.length,
    names: new Set(),
    ours: new Set(),
  };
  learnStored(known, page);
  return known;
};

/** Servers that were never resolved are ours when the witness sits in them. */
const isSeenFromWithin = ({ witness }: EvidenceEvent): boolean =>
  witness === 'in_session_endpoint' || witness === 'observer';

/** How each of some new events is stored in this attempt, given the servers resolved before it. */
export const formsFor = (known: KnownStream, events: readonly Prepared[]): readonly Form[] => {
  const ours = new Set(known.ours);
  const resolved = new Set(known.names);
  return events.map((prepared) => {
    const { event, ours: whole } = prepared;
    if (event.type === 'server-resolved') {
      resolved.add(event.data.server_name);
      if (isOurs(event.data)) ours.add(event.data.server_name);
    }
    const server = 'server_name' in event.data ? event.data.server_name : null;
    if (typeof server !== 'string' || ours.has(server)) return whole;
    return resolved.has(server) || !isSeenFromWithin(event) ? prepared.theirs() : whole;
  });
};

/** What tells events that open an attempt apart; null for all others. */
export const openingOf = ({ event, ours }: Prepared): Fingerprint | null => {
  if (event.type === 'attempt-started') return fingerprintOfStart(event);
  return event.type === 'server-resolved' ? ours.content : null;
};

/**
 * Whether an event is in the stream already, and the same. Of an id that is uncertain nobody may ask. What opens an attempt
 * is the same fact whichever way it came and under whatever id.
 */
export const judge = (known: KnownStream, prepared: Prepared): 'new' | 'duplicate' | 'conflict' => {
  const { event, ours } = prepared;
  const stored = known.events.get(event.event_id);
  if (stored !== undefined)
    return stored === ours.content || stored === prepared.theirs().content ? 'duplicate' : 'conflict';
  if (event.type === 'attempt-started') {
    if (known.started !== fingerprintOfStart(event)) return 'conflict';
    return known.length === 0 ? 'new' : 'duplicate';
  }
  return known.resolved.has(ours.content) ? 'duplicate' : 'new';
};
