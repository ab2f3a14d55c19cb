import type { SessionAttempt } from '@mcp-witness/client';
import type { History, RecordedEvidence } from '@mcp-witness/evidence';
import type { Tail } from './read-attempt.ts';

/** What is held of an attempt. */
interface ReadAttempt {
  readonly ordinal: number;
  /** Up to where its stream was read. */
  readonly after: number | null;
}

/** What is held of a session's past, which is read from its newest attempt backwards. */
export interface Past {
  /** Of the attempts that were read, the newest, in the order of the log. */
  readonly events: readonly RecordedEvidence[];
  /** Attempts by their ids. */
  readonly read: ReadonlyMap<string, ReadAttempt>;
  /** Attempts that are known by their places, newest first. */
  readonly unread: readonly SessionAttempt[];
  /** Every attempt with an ordinal above `from`, up to `to`, is one of those two. */
  readonly listed: { readonly from: number; readonly to: number };
  /** Older events are left out, for there is no room. */
  readonly isCut: boolean;
  /** The newest place of the log that anything here has. */
  readonly position: string;
}

export const noPast: Past = {
  events: [],
  read: new Map(),
  unread: [],
  listed: { from: 0, to: 0 },
  isCut: false,
  position: '0',
};

export const comparePositions = (a: string, b: string): number =>
  a.length === b.length ? (a < b ? -1 : Number(a > b)) : a.length - b.length;

const inOrder = (one: RecordedEvidence, other: RecordedEvidence): number =>
  comparePositions(one.global_position, other.global_position);

const later = (a: string, b: string | undefined): string =>
  b !== undefined && comparePositions(b, a) > 0 ? b : a;

/** The ordinal of the oldest attempt that was read; infinite before the first. */
export const oldestRead = ({ read }: Past): number =>
  Math.min(...[...read.values()].map(({ ordinal }) => ordinal));

/** The newest ordinal, of those that were read, that is below what a report names; null where there is none. */
export const newestUnnamed = ({ read }: Past, { current, previous }: History): number | null => {
  const oldestNamed = Math.min(...[current, ...previous].map(({ ordinal }) => ordinal));
  const unnamed = [...read.values()].map(({ ordinal }) => ordinal).filter((ordinal) => ordinal < oldestNamed);
  return unnamed.length === 0 ? null : Math.max(...unnamed);
};

/** Ids of the newest attempts that were read. */
export const newestRead = ({ read }: Past, most: number): string[] =>
  [...read]
    .sort(([, one], [, other]) => other.ordinal - one.ordinal)
    .slice(0, most)
    .map(([id]) => id);

/** With attempts that were not listed yet, in the order of their ordinals; every one above the ordinal `from` is listed then. */
export const withListed = (past: Past, attempts: readonly SessionAttempt[], from: number): Past => ({
  ...past,
  unread: [...past.unread, ...attempts].sort((one, other) => other.ordinal - one.ordinal),
  listed: { from, to: Math.max(past.listed.to, attempts.at(-1)?.ordinal ?? 0) },
  position: later(past.position, attempts.at(-1)?.global_position),
});

/** With what was read of an attempt; `most` events are held. */
export const withTail = (
  past: Past,
  { id, ordinal, tail, most }: { id: string; ordinal: number; tail: Tail; most: number },
): Past => {
  const all = tail.events.length === 0 ? past.events : [...past.events, ...tail.events].sort(inOrder);
  return {
    ...past,
    events: all.length > most ? all.slice(-most) : all,
    read: new Map(past.read).set(id, { ordinal, after: tail.after }),
    unread: past.unread.filter((attempt) => attempt.attachment_attempt_id !== id),
    isCut: past.isCut || tail.isCut || all.length > most,
    position: later(past.position, all.at(-1)?.global_position),
  };
};
