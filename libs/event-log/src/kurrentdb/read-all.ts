import { UnavailableError, UnknownError } from '@kurrent/kurrentdb-client';
import { logFault } from '../fault.ts';
import { type LogEvent, type ReadAll } from '../port.ts';
import { Position } from '../position.ts';
import { type AllPosition, allPositionOf } from './all-position.ts';
import { type Connection } from './connection.ts';
import { endOfServer, eventsFrom, newestEvent } from './read-events.ts';

/**
 * Reads the log in position order. Where nothing follows, it remembers how far the server's log was searched: other
 * logs and the server itself write there too, and a reader that waits would search their events anew each time.
 */
export function createReadAll(
  connection: Connection,
): (read: Required<ReadAll>) => Promise<readonly LogEvent[]> {
  let waiting: { readonly after: Position; readonly searched: AllPosition | null } | null = null;

  async function from(place: AllPosition | 'start', limit: number): Promise<readonly LogEvent[]> {
    try {
      return await eventsFrom(connection, place, limit);
    } catch (error) {
      if (place === 'start' || !canBeThePlace(error)) throw error;
    }
    // The client has no word of its own for a place in the middle of a record: it is one when all else can be read.
    await newestEvent(connection);
    try {
      return await eventsFrom(connection, place, limit);
    } catch (error) {
      throw canBeThePlace(error) ? neverGiven(error) : error;
    }
  }

  async function search(after: Position, place: AllPosition | 'start', limit: number): Promise<LogEvent[]> {
    const known = waiting?.after === after ? waiting : null;
    // The end is read before the events are: all up to it has been searched then.
    const end = known === null ? null : await endOfServer(connection);
    const found = await from(known?.searched ?? place, limit + 1);
    const page = found.filter(({ position }) => Position.compare(position, after) > 0).slice(0, limit);
    if (page.length > 0) waiting = known === null ? waiting : null;
    else waiting = { after, searched: end ?? known?.searched ?? null };
    return page;
  }

  return ({ after, limit }) => {
    const place = allPositionOf(after);
    if (place === 'beyond') return Promise.resolve([]);
    if (place === 'foreign') return Promise.reject(neverGiven());
    return search(after, place, limit);
  };
}

const canBeThePlace = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof UnknownError;

const neverGiven = (cause?: unknown): Error =>
  logFault(
    'unknown_position',
    'This position was never given by this log, and it cannot be read from there. Go on from a position that it gave, or from the start.',
    { cause },
  );
