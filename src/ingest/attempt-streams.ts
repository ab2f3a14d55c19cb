import { type AppendResult, type EventLog, type Position } from '@mcp-witness/event-log';
import { randomUUID } from 'node:crypto';
import { type Catalogs } from '../log/catalogs.ts';
import { encodeIdentity } from '../log/evidence-codec.ts';
import { attemptStream } from '../log/streams.ts';
import { type AttemptKey, type KnownStreams } from './known-streams.ts';
import { type KnownStream, formsFor, learnEvent } from './known-stream.ts';
import { type Form, type Prepared } from './prepared.ts';

/** Most that goes into one append, well below what the log takes. */
const maximalBytes = 4 * 1024 * 1024;

type Entry = readonly [Prepared, Form];

/** The first of `entries` that fit into one append; at least one. */
const firstFitting = (entries: readonly Entry[]): readonly Entry[] => {
  let bytes = 0;
  const end = entries.findIndex(([, { stored }], index) => {
    bytes += stored.data.length * 3;
    return index > 0 && bytes > maximalBytes;
  });
  return end < 0 ? entries : entries.slice(0, end);
};

/** Appends events that are new to an attempt's stream. `conflict`: the stream was not as known, and nothing more was stored. */
export type AppendNew = (
  key: AttemptKey,
  known: KnownStream,
  events: readonly Prepared[],
) => Promise<'stored' | 'conflict'>;

const learnAppended = (
  known: KnownStream,
  entries: readonly Entry[],
  at: { stream_position: number; position: Position },
): void => {
  for (const [{ event }, { content }] of entries) {
    learnEvent(known, event.event_id, content, event.type === 'server-resolved' ? event.data : null);
  }
  known.length = at.stream_position + entries.length;
  known.position = at.position;
};

export const createAppendNew = (log: EventLog, catalogs: Catalogs, streams: KnownStreams): AppendNew => {
  const append = (key: AttemptKey, known: KnownStream, entries: readonly Entry[]): Promise<AppendResult> => {
    const meta = encodeIdentity(known.identity);
    return log.append({
      append_id: randomUUID(),
      tenant_id: key.tenant_id,
      stream: attemptStream(key.attachment_attempt_id),
      expected: known.length,
      events: entries.map(([, { stored }]) => ({ ...stored, meta })),
    });
  };
  const keepCatalogs = async (
    { tenant_id }: AttemptKey,
    { identity: { session_id } }: KnownStream,
    entries: readonly Entry[],
  ): Promise<void> => {
    for (const [, { catalog }] of entries) {
      if (catalog !== null) await catalogs.put({ tenant_id, session_id, ...catalog });
    }
  };
  return async (key, known, events) => {
    const forms = formsFor(known, events);
    let left = events.flatMap((prepared, index): Entry[] => {
      const form = forms[index];
      return form === undefined ? [] : [[prepared, form]];
    });
    await keepCatalogs(key, known, left);
    try {
      while (left.length > 0) {
        const chunk = firstFitting(left);
        const result = await append(key, known, chunk);
        if (result.outcome === 'conflict') return 'conflict';
        learnAppended(known, chunk, result);
        left = left.slice(chunk.length);
      }
    } catch (error) {
      // The outcome is unknown, and so is the stream from here on.
      streams.forget(key);
      throw error;
    }
    streams.keep(key, known);
    return 'stored';
  };
};
