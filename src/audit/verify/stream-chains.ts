import { chainHash, chainStart, dataDigest, type EventLog, type LogEvent } from '@mcp-witness/event-log';

/** Why an event does not stand. */
export type EventFault = 'data_changed' | 'event_changed' | 'stream_broken';

interface End {
  readonly length: number;
  readonly hash: Uint8Array;
}

/** Follows the hash chains of streams over pages of the log, whichever place it begins at. */
export interface StreamChains {
  /** The first event of a page, which must follow the one before, that does not stand; null when all do. */
  check(page: readonly LogEvent[]): Promise<{ readonly event: LogEvent; readonly fault: EventFault } | null>;
}

const atOnce = 8;

const keyOf = ({ tenant_id, stream }: LogEvent): string => `${tenant_id}\n${stream}`;

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const faultOf = (event: LogEvent, end: End): EventFault | null => {
  if (event.stream_position !== end.length) return 'stream_broken';
  if (!isSame(event.digest, dataDigest(event.data))) return 'data_changed';
  return isSame(event.hash, chainHash(end.hash, event)) ? null : 'event_changed';
};

export const createStreamChains = (stored: Pick<EventLog, 'readStream'>): StreamChains => {
  const ends = new Map<string, End>();

  /** Where a stream stood before an event in its middle. */
  const endBefore = async ({ tenant_id, stream, stream_position }: LogEvent): Promise<End> => {
    if (stream_position === 0) return { length: 0, hash: chainStart };
    const [before] = await stored.readStream({ tenant_id, stream, from: stream_position - 1, limit: 1 });
    return before?.stream_position === stream_position - 1
      ? { length: stream_position, hash: before.hash }
      : { length: 0, hash: chainStart };
  };
  const findEnds = async (page: readonly LogEvent[]): Promise<void> => {
    const firsts = new Map<string, LogEvent>();
    for (const event of page) {
      const key = keyOf(event);
      if (!ends.has(key) && !firsts.has(key)) firsts.set(key, event);
    }
    const wanted = [...firsts];
    for (let from = 0; from < wanted.length; from += atOnce) {
      const part = wanted.slice(from, from + atOnce);
      await Promise.all(part.map(async ([key, event]) => ends.set(key, await endBefore(event))));
    }
  };

  return {
    check: async (page) => {
      await findEnds(page);
      for (const event of page) {
        const key = keyOf(event);
        const fault = faultOf(event, ends.get(key) ?? { length: 0, hash: chainStart });
        if (fault !== null) return { event, fault };
        ends.set(key, { length: event.stream_position + 1, hash: event.hash });
      }
      return null;
    },
  };
};
