import { type EventLog, type LogEvent } from '@mcp-witness/event-log';
import { type SessionName } from '../log/sealing/session-keys.ts';
import { attemptStream, sessionStream } from '../log/streams.ts';
import { type KnownStream, knowStream, learnStored } from './known-stream.ts';

/** One attempt of one tenant. */
export interface AttemptKey {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
}

/** The streams that ingest knows, the least used forgotten first. */
export interface KnownStreams {
  /** Reads the stream when it is not known yet; null when there is none. */
  get(key: AttemptKey): Promise<KnownStream | null>;
  /** Reads what was appended since, by this process or another. */
  catchUp(key: AttemptKey, known: KnownStream): Promise<void>;
  /** Puts what was just learned to use, and forgets others when it is too much. */
  keep(key: AttemptKey, known: KnownStream): void;
  forget(key: AttemptKey): void;
  /** Forgets every stream of a session. */
  readonly forgetSession: (name: SessionName) => void;
}

const pageSize = 1_000;

const nameOf = ({ tenant_id, attachment_attempt_id }: AttemptKey): string =>
  `${tenant_id}\n${attachment_attempt_id}`;

/** Remembers streams as long as they hold at most `maximalIds` event ids together, about 200 bytes each. */
export const knownStreams = (log: EventLog, maximalIds = 100_000): KnownStreams => {
  const streams = new Map<string, KnownStream>();
  const sizes = new Map<string, number>();
  let ids = 0;

  const drop = (name: string): void => {
    ids -= sizes.get(name) ?? 0;
    sizes.delete(name);
    streams.delete(name);
  };
  const page = (key: AttemptKey, from: number): Promise<readonly LogEvent[]> =>
    log.readStream({
      tenant_id: key.tenant_id,
      stream: attemptStream(key.attachment_attempt_id),
      from,
      limit: pageSize,
    });
  const catchUp = async (key: AttemptKey, known: KnownStream): Promise<void> => {
    for (;;) {
      const events = await page(key, known.length);
      learnStored(known, events);
      if (events.length < pageSize) return;
    }
  };
  const keep = (key: AttemptKey, known: KnownStream): void => {
    const name = nameOf(key);
    drop(name);
    streams.set(name, known);
    sizes.set(name, known.events.size);
    ids += known.events.size;
    for (const other of streams.keys()) {
      if (ids <= maximalIds || other === name) break;
      drop(other);
    }
  };

  return {
    catchUp,
    keep,
    forget: (key) => {
      drop(nameOf(key));
    },
    forgetSession: ({ tenant_id, session }) => {
      for (const [name, { identity }] of streams) {
        if (name.startsWith(`${tenant_id}\n`) && sessionStream(identity.session_id) === session) drop(name);
      }
    },
    get: async (key) => {
      const name = nameOf(key);
      const cached = streams.get(name);
      if (cached !== undefined) {
        streams.delete(name);
        streams.set(name, cached);
        return cached;
      }
      const first = await page(key, 0);
      const known = knowStream(first);
      if (known === null) return null;
      if (first.length === pageSize) await catchUp(key, known);
      keep(key, known);
      return known;
    },
  };
};
