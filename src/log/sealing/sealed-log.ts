import { setTimeout as pause } from 'node:timers/promises';
import { type Append, type LogEvent, type NewEvent, type OpenEventLog } from '@mcp-witness/event-log';
import { SessionErased } from '../erased.ts';
import { decodeIdentity } from '../evidence-codec.ts';
import { sessionStream } from '../streams.ts';
import { open, type Payload, seal, type SealingKey } from './cipher.ts';
import { createJustSealed, type JustSealed } from './just-sealed.ts';
import { type SessionKeys } from './session-keys.ts';

const retryMilliseconds = 500;

/** The session that events with this meta belong to. Most appends of a process have the meta of one just before. */
const createSessionOf = (): ((meta: string) => string) => {
  let [lastMeta, lastSession] = ['', ''];
  return (meta) => {
    if (meta !== lastMeta) [lastMeta, lastSession] = [meta, sessionStream(decodeIdentity(meta).session_id)];
    return lastSession;
  };
};

const sealed = (append: Append, key: SealingKey, just: JustSealed): Append => {
  const { tenant_id, stream } = append;
  const sealOne = (event: NewEvent): NewEvent => {
    const { id, type, schema_version } = event;
    const place = { tenant_id, stream, id, type };
    const data = seal(key, place, event);
    just.put(place, event, data);
    return { id, type, schema_version, data, meta: null, key_id: key.key_id };
  };
  return { ...append, events: append.events.map(sealOne) };
};

const withPayload = (event: LogEvent, { data, meta }: Payload): LogEvent => {
  const copy: { -readonly [Key in keyof LogEvent]: LogEvent[Key] } = { ...event };
  copy.data = data;
  copy.meta = meta;
  return copy;
};

const opened = (event: LogEvent, keys: ReadonlyMap<string, SealingKey>, just?: JustSealed): LogEvent => {
  if (event.key_id === null) return event;
  const key = keys.get(event.key_id);
  if (key === undefined) return withPayload(event, { data: '', meta: null });
  const payload = just?.take(event) ?? open(key, event, event.data);
  return payload === null ? event : withPayload(event, payload);
};

/** Events as they were before they were sealed. */
export const openEvents = async (
  keys: Pick<SessionKeys, 'byIds'>,
  events: readonly LogEvent[],
  just?: JustSealed,
): Promise<readonly LogEvent[]> => {
  const ids = new Set(events.flatMap(({ key_id }) => key_id ?? []));
  if (ids.size === 0) return events;
  const known = await keys.byIds(ids);
  return events.map((event) => opened(event, known, just));
};

/**
 * The log with the payloads of sessions sealed: data and meta of events that name a session are encrypted with its key on
 * the way in, and come back as they were. Digest and hash stay those of the stored text. Of a session whose key was
 * destroyed events come back with empty data and without meta, and nothing is appended: `SessionErased`. What was tampered
 * with so that it cannot be opened comes back as it is stored, and is no JSON.
 */
export const sealLog = (log: OpenEventLog, keys: SessionKeys): OpenEventLog => {
  const sessionOf = createSessionOf();
  const just = createJustSealed();
  const stopListening = keys.listen(() => {
    just.clear();
  });
  const patiently = async (page: readonly LogEvent[], signal: AbortSignal): Promise<readonly LogEvent[]> => {
    for (;;) {
      try {
        return await openEvents(keys, page, just);
      } catch (error) {
        if (signal.aborted) throw error;
        await pause(retryMilliseconds, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  return {
    append: async (append) => {
      const meta = append.events[0]?.meta ?? null;
      if (meta === null) return log.append(append);
      const key = await keys.forSession({ tenant_id: append.tenant_id, session: sessionOf(meta) });
      if (key === null) throw new SessionErased();
      return log.append(sealed(append, key, just));
    },
    readStream: async (read) => openEvents(keys, await log.readStream(read)),
    readAll: async (read) => openEvents(keys, await log.readAll(read)),
    readLinks: (read) => log.readLinks(read),
    head: () => log.head(),
    async *subscribe(subscribe) {
      for await (const page of log.subscribe(subscribe)) yield await patiently(page, subscribe.signal);
    },
    close: async () => {
      try {
        await log.close();
      } finally {
        stopListening();
        await keys.close();
      }
    },
  };
};
