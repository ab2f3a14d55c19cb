import { BACKWARDS, END, START, StreamNotFoundError, streamNameFilter } from '@kurrent/kurrentdb-client';
import { type AllStreamResolvedEvent, type ReadPosition } from '@kurrent/kurrentdb-client';
import { type LogEvent } from '../port.ts';
import { type AllPosition } from './all-position.ts';
import { type Connection, reading } from './connection.ts';
import { decodeEvent } from './event-codec.ts';

/** Reads go to the leader: a follower may not have yet what was acknowledged. */
const requiresLeader = true;

interface StreamRead {
  readonly from: number;
  readonly limit: number;
}

/** Events of one stream from a place on; empty when there is no such stream. */
export const eventsOfStream = (
  connection: Connection,
  name: string,
  { from, limit }: StreamRead,
): Promise<readonly LogEvent[]> =>
  reading(connection, async () => {
    const options = { fromRevision: BigInt(from), maxCount: limit, requiresLeader };
    const events: LogEvent[] = [];
    try {
      for await (const { event } of connection.client.readStream(name, options)) {
        if (event !== undefined) events.push(decodeEvent(event));
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return events;
  });

/** The last event of a stream, or null when there is none. */
export const lastOfStream = (connection: Connection, name: string): Promise<LogEvent | null> =>
  reading(connection, async () => {
    const options = { fromRevision: END, direction: BACKWARDS, maxCount: 1, requiresLeader } as const;
    try {
      for await (const { event } of connection.client.readStream(name, options)) {
        if (event !== undefined) return decodeEvent(event);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return null;
  });

export const filterOf = (prefix: string): ReturnType<typeof streamNameFilter> =>
  streamNameFilter({ prefixes: [prefix] });

/** Events of this log from a place on, the one at that place included. */
export const eventsFrom = (
  connection: Connection,
  place: AllPosition | 'start',
  limit: number,
): Promise<readonly LogEvent[]> =>
  reading(connection, async () => {
    const fromPosition: ReadPosition = place === 'start' ? START : { ...place };
    const filter = filterOf(connection.prefix);
    return decoded(connection.client.readAll({ fromPosition, maxCount: limit, filter, requiresLeader }));
  });

/** The newest event of this log, or null when it is empty. */
export const newestEvent = (connection: Connection): Promise<LogEvent | null> =>
  reading(connection, async () => {
    const filter = filterOf(connection.prefix);
    const options = { fromPosition: END, direction: BACKWARDS, maxCount: 1, filter, requiresLeader } as const;
    const [newest] = await decoded(connection.client.readAll(options));
    return newest ?? null;
  });

/** Where the server's log ends, whoever wrote there last; null when it is empty. */
export const endOfServer = (connection: Connection): Promise<AllPosition | null> =>
  reading(connection, async () => {
    const options = { fromPosition: END, direction: BACKWARDS, maxCount: 1, requiresLeader } as const;
    for await (const { event } of connection.client.readAll(options)) {
      if (event !== undefined) return event.position;
    }
    return null;
  });

async function decoded(found: AsyncIterable<AllStreamResolvedEvent>): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const { event } of found) if (event !== undefined) events.push(decodeEvent(event));
  return events;
}
