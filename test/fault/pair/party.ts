import type { LogEvent } from '@mcp-witness/event-log';
import { decodeIdentity } from '../../../src/log/evidence-codec.ts';
import { isAttemptStream } from '../../../src/log/streams.ts';
import { faultsOf } from './live-faults.ts';
import { consumeAll, followAll, type Reader } from './readers.ts';
import type { Access } from './service-pair.ts';
import { type Watcher, watch } from './watcher.ts';

/** An event as it lies in the log. */
export interface Stored {
  readonly position: string;
  readonly tenant: string;
  readonly session: string;
  readonly attempt: string;
  readonly event_id: string;
  readonly type: string;
}

export const storedIn = (log: readonly LogEvent[]): readonly Stored[] =>
  log
    .filter(({ stream }) => isAttemptStream(stream))
    .map(({ id, tenant_id, type, position, stream, meta }) => ({
      position,
      tenant: tenant_id,
      session: decodeIdentity(meta).session_id,
      attempt: stream.slice('attempt-'.length),
      event_id: id,
      type,
    }));

const lineOf = ({ position, attempt, event_id }: Stored): string => `${position} ${attempt} ${event_id}`;

/** Everyone who listens in one tenant: a durable consumer, one of the first session alone, a follower, two sockets a session. */
export interface Party {
  readonly watchers: readonly Watcher[];
  /** Everyone was brought to the end of what is stored. */
  hasHeard(stored: readonly Stored[]): boolean;
  /** Ends sockets, then readers; rejects with what one of them failed with. */
  leave(): Promise<void>;
  /** What is wrong in what they were given, beside a log that nothing is added to. */
  faults(log: readonly LogEvent[]): readonly string[];
}

const differenceOf = (handled: readonly string[], wanted: readonly string[]): readonly string[] => {
  const at = wanted.findIndex((line, index) => handled[index] !== line);
  if (at < 0 && handled.length === wanted.length) return [];
  const place = at < 0 ? wanted.length : at;
  return [`${handled[place]} stands where ${wanted[place]} is wanted`];
};

export function join(access: Access, tenant: string, sessions: readonly string[]): Party {
  const [first = ''] = sessions;
  const readers: readonly { readonly reader: Reader; readonly session?: string }[] = [
    { reader: consumeAll(access, 'all') },
    { reader: followAll(access) },
    { reader: consumeAll(access, 'one', { session_id: [first] }), session: first },
  ];
  const watchers = [...sessions, ...sessions].map((session) => watch(access, session));
  const wanted = (stored: readonly Stored[], session: string | undefined): readonly Stored[] =>
    stored.filter((one) => one.tenant === tenant && (session === undefined || one.session === session));
  return {
    watchers,
    hasHeard(stored) {
      const ends = new Map(wanted(stored, undefined).map((one) => [one.session, one.position]));
      return (
        readers.every(({ reader, session }) => reader.handled.length >= wanted(stored, session).length) &&
        watchers.every(({ states, sessionId }) => states.at(-1)?.history.position === ends.get(sessionId))
      );
    },
    async leave() {
      for (const watcher of watchers) watcher.stop();
      await Promise.all(readers.map(({ reader }) => reader.stop()));
    },
    faults(log) {
      const stored = storedIn(log);
      const own = log.filter(({ tenant_id }) => tenant_id === tenant);
      return [
        ...readers.flatMap(({ reader, session }) => [
          ...reader.faults,
          ...differenceOf(reader.handled, wanted(stored, session).map(lineOf)),
        ]),
        ...watchers.flatMap((watcher) => [
          ...faultsOf(watcher, own),
          ...watcher.remarks.filter((remark) => remark.startsWith('resync')),
        ]),
      ];
    },
  };
}
