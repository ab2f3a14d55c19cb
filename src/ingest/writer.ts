import { type EventLog, type Position } from '@mcp-witness/event-log';
import { type Catalogs } from '../log/catalogs.ts';
import { SessionErased } from '../log/erased.ts';
import { type SessionName } from '../log/sealing/session-keys.ts';
import { createAppendNew } from './attempt-streams.ts';
import { contended } from './contended.ts';
import { judge, type KnownStream, openingOf, unopened } from './known-stream.ts';
import { type AttemptKey, type KnownLimits, type KnownStreams, knownStreams } from './known-streams.ts';
import { createOpenings, isStart } from './openings.ts';
import { type Fingerprint, type Prepared } from './prepared.ts';
import { type Placed } from './session-claims.ts';
import { createTurns } from './turns.ts';

export type Verdict = 'accepted' | 'duplicate' | 'conflict' | 'unknown_attempt' | 'erased';

/** What became of events of one attempt, in their order. `position` holds all that was accepted or known. */
interface Written {
  readonly verdicts: readonly Verdict[];
  readonly position: Position | null;
}

/** What became of an attempt that was to be opened. */
export type Opened =
  | { readonly outcome: 'opened' | 'known'; readonly placed: Placed; readonly position: Position }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'erased' };

/** Dependency injection token of the {@link Writer} of this process. */
export const WRITER = Symbol('WRITER');

/** Writes evidence: each fact once, an attempt's place before its first event, catalogs before the events that name them. */
export interface Writer {
  /** Events of one attempt. Its start may be among them and opens it; of one session those asked for first go first. */
  write(key: AttemptKey, events: readonly Prepared[]): Promise<Written>;
  /** An attempt with its servers, its start first: all of it or nothing. */
  open(key: AttemptKey, events: readonly [Prepared, ...Prepared[]]): Promise<Opened>;
  /** Holds in memory nothing of a session that was erased. */
  forget(name: SessionName): void;
}

interface Sorted {
  readonly verdicts: Verdict[];
  readonly fresh: Prepared[];
}

/** Tells what is new from what is in the stream, or came twice in the same request. */
const sort = (known: KnownStream, events: readonly Prepared[]): Sorted => {
  const sorted: Sorted = { verdicts: [], fresh: [] };
  const ids = new Map<string, Fingerprint>();
  const openings = new Set<Fingerprint>();
  const judgeHere = (prepared: Prepared): Verdict => {
    const judged = judge(known, prepared);
    if (judged !== 'new') return judged;
    const { content } = prepared.ours;
    const before = ids.get(prepared.event.event_id);
    if (before !== undefined) return before === content ? 'duplicate' : 'conflict';
    const opening = openingOf(prepared);
    if (opening !== null && openings.has(opening)) return 'duplicate';
    ids.set(prepared.event.event_id, content);
    if (opening !== null) openings.add(opening);
    sorted.fresh.push(prepared);
    return 'accepted';
  };
  for (const prepared of events) sorted.verdicts.push(judgeHere(prepared));
  return sorted;
};

const idsOf = (events: readonly Prepared[]): readonly string[] => events.map(({ event }) => event.event_id);

const startFirst = (events: readonly Prepared[]): readonly Prepared[] => {
  const start = events.find(({ event }) => isStart(event));
  return start === undefined ? events : [start, ...events.filter((prepared) => prepared !== start)];
};

const unopenedBy = (events: readonly Prepared[]): KnownStream | null => {
  const start = events.find(({ event }) => isStart(event));
  if (start === undefined || !isStart(start.event)) return null;
  const resolved = events.filter(({ event }) => event.type === 'server-resolved').length;
  return unopened(start.event, resolved);
};

const isSame = (known: KnownStream, events: readonly Prepared[]): boolean =>
  known.resolvedAtStart <= events.length - 1 &&
  events.every((prepared) => judge(known, prepared) === 'duplicate');

/** What a session's erasure means to who writes. Nothing of the stream is known any more. */
const orErased = async <Result>(
  streams: KnownStreams,
  key: AttemptKey,
  act: () => Promise<Result>,
  erased: Result,
): Promise<Result> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof SessionErased)) throw error;
    streams.forget(key);
    return erased;
  }
};

/** An attempt has its turn; where it is opened, also in its session, whose attempts take their places as they come. */
const createInTurn = () => {
  const turns = createTurns();
  return <Result>(
    key: AttemptKey,
    events: readonly Prepared[],
    act: () => Promise<Result>,
  ): Promise<Result> =>
    turns(JSON.stringify(['attempt', key.tenant_id, key.attachment_attempt_id]), () => {
      const start = events.map(({ event }) => event).find(isStart);
      if (start === undefined) return act();
      return turns(JSON.stringify(['session', key.tenant_id, start.data.session_id]), act);
    });
};

export const createWriter = (log: EventLog, catalogs: Catalogs, limits?: KnownLimits): Writer => {
  const streams = knownStreams(log, limits);
  const inTurn = createInTurn();
  const openings = createOpenings(log);
  const appendNew = createAppendNew(log, catalogs, streams);

  /** Appends to the stream as it is known, or tells that it was not so any more; what is known is right afterwards. */
  const append = async (
    key: AttemptKey,
    known: KnownStream,
    events: readonly Prepared[],
    round: number,
  ): Promise<boolean> => {
    if ((await appendNew(key, known, events)) === 'stored') return true;
    contended(round);
    if (known.length > 0) await streams.catchUp(key, known);
    return false;
  };

  const write = async (key: AttemptKey, events: readonly Prepared[]): Promise<Written> => {
    for (let round = 0; ; round += 1) {
      const found = await streams.get(key, idsOf(events));
      const known = found ?? unopenedBy(events);
      if (known === null) return { verdicts: events.map(() => 'unknown_attempt'), position: null };
      const { verdicts, fresh } = sort(known, events);
      const starts = events.map(({ event }) => event).filter(isStart);
      const [start] = starts;
      if (found === null && start !== undefined) await openings.claim(key, start);
      if (fresh.length > 0 && !(await append(key, known, startFirst(fresh), round))) continue;
      if (start !== undefined) await openings.settle(key, known);
      return { verdicts, position: verdicts.some(isStored) ? known.position : null };
    }
  };

  const open = async (key: AttemptKey, events: readonly [Prepared, ...Prepared[]]): Promise<Opened> => {
    const start = events[0].event;
    if (!isStart(start)) throw new Error('An attempt is opened by its start.');
    for (let round = 0; ; round += 1) {
      const found = await streams.get(key, idsOf(events));
      if (found !== null) {
        if (!isSame(found, events)) return { outcome: 'conflict' };
        const placed = await openings.placeOf(key, found, start);
        await openings.settle(key, found);
        return { outcome: 'known', placed, position: found.position };
      }
      const known = unopenedBy(events);
      if (known === null) throw new Error('An attempt is opened by its start.');
      const placed = await openings.claim(key, start);
      if (!(await append(key, known, events, round))) continue;
      await openings.settle(key, known);
      return { outcome: 'opened', placed, position: known.position };
    }
  };

  return {
    forget: streams.forgetSession,
    write: (key, events) => {
      const erased = { verdicts: events.map(() => 'erased' as const), position: null };
      return inTurn(key, events, () => orErased<Written>(streams, key, () => write(key, events), erased));
    },
    open: (key, events) =>
      inTurn(key, events, () =>
        orErased<Opened>(streams, key, () => open(key, events), { outcome: 'erased' }),
      ),
  };
};

const isStored = (verdict: Verdict): boolean => verdict === 'accepted' || verdict === 'duplicate';
