import { type EventLog, type LogEvent } from '@mcp-witness/event-log';
import { type SessionName } from '../log/sealing/session-keys.ts';
import { attemptStream, sessionStream } from '../log/streams.ts';
import { condensed, isUncertain, type KnownStream, knowStream, learnStored } from './known-stream.ts';
import { createShelf } from './shelf.ts';

/** One attempt of one tenant. */
export interface AttemptKey {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
}

/** The streams that ingest knows: of those used least only which ids are new, then nothing. */
export interface KnownStreams {
  /** Reads the stream when not enough is known of it to judge events of these ids; null when there is none. */
  get(key: AttemptKey, ids: readonly string[]): Promise<KnownStream | null>;
  /** Reads what was appended since, by this process or another. */
  catchUp(key: AttemptKey, known: KnownStream): Promise<void>;
  /** Puts what was just learned to use, and forgets of others when it is too much. */
  keep(key: AttemptKey, known: KnownStream): void;
  forget(key: AttemptKey): void;
  /** Forgets every stream of a session. */
  readonly forgetSession: (name: SessionName) => void;
}

/** Bytes, about. */
export interface KnownLimits {
  /** For streams of which the content is known by event id. */
  readonly whole: number;
  /** For those of which it is only known which ids are new. */
  readonly condensed: number;
}

const mebibyte = 1024 * 1024;
const usualLimits: KnownLimits = { whole: 24 * mebibyte, condensed: 32 * mebibyte };

const pageSize = 1_000;
const streamBytes = 1_000;
const serverBytes = 200;
const idBytes = 200;

const nameOf = ({ tenant_id, attachment_attempt_id }: AttemptKey): string =>
  `${tenant_id}\n${attachment_attempt_id}`;

const bytesOf = ({ events, earlier, resolved }: KnownStream): number =>
  streamBytes + resolved.size * serverBytes + events.size * idBytes + (earlier?.bytes ?? 0);

export const knownStreams = (log: EventLog, limits = usualLimits): KnownStreams => {
  const whole = createShelf<KnownStream>(limits.whole);
  const rests = createShelf<KnownStream>(limits.condensed);

  const forget = (name: string): void => {
    whole.drop(name);
    rests.drop(name);
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
    rests.drop(name);
    whole.put(name, known, bytesOf(known));
    for (const [other, least] of whole.overflow(name)) {
      const rest = condensed(least);
      rests.put(other, rest, bytesOf(rest));
    }
    rests.overflow(name);
  };

  return {
    catchUp,
    keep,
    forget: (key) => {
      forget(nameOf(key));
    },
    forgetSession: ({ tenant_id, session }) => {
      for (const [name, { identity }] of [...whole.entries(), ...rests.entries()]) {
        if (name.startsWith(`${tenant_id}\n`) && sessionStream(identity.session_id) === session) forget(name);
      }
    },
    get: async (key, ids) => {
      const name = nameOf(key);
      const held = whole.get(name) ?? rests.get(name);
      if (held !== undefined && !ids.some((id) => isUncertain(held, id))) return held;
      const first = await page(key, 0);
      const known = knowStream(first);
      if (known === null) return null;
      if (first.length === pageSize) await catchUp(key, known);
      keep(key, known);
      return known;
    },
  };
};
