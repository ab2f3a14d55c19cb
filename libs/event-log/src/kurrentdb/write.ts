import { NO_STREAM, WrongExpectedVersionError } from '@kurrent/kurrentdb-client';
import { type Append } from '../port.ts';
import { type Position } from '../position.ts';
import { toPosition } from './all-position.ts';
import { type Clock } from './clock.ts';
import { answered, type Connection } from './connection.ts';
import { encodeAppend } from './event-codec.ts';
import { eventsOfStream } from './read-events.ts';
import { type Tail } from './tails.ts';

/** The stream did not end where it was thought to; nothing was stored. */
export const moved = 'moved';

interface Destination {
  readonly connection: Connection;
  readonly clock: Clock;
  /** Of the stream, at the server. */
  readonly name: string;
}

interface Written {
  readonly tail: Tail;
  readonly position: Position;
}

/**
 * Appends after `tail`, at exactly that revision: the hash of the event before is in the first one's, and an append
 * that is still on its way when it is sent again cannot land twice.
 */
export async function write(
  { connection, clock, name }: Destination,
  append: Append,
  tail: Tail,
): Promise<Written | typeof moved> {
  const { length } = tail;
  const encoded = encodeAppend(append, tail, () => clock.next(tail.recorded));
  const landed = await send(connection, name, length, encoded.events);
  if (landed === moved) return moved;
  const { events, ...end } = encoded;
  tail.appends?.set(append.append_id.toLowerCase(), length);
  const grown = length + events.length;
  return {
    tail: { ...end, length: grown, appends: tail.appends },
    position: landed ?? (await positionAt(connection, name, grown - 1)),
  };
}

type Events = ReturnType<typeof encodeAppend>['events'];

async function send(
  connection: Connection,
  name: string,
  length: number,
  events: Events,
): Promise<Position | undefined | typeof moved> {
  const { client, answerMilliseconds } = connection;
  const streamState = length === 0 ? NO_STREAM : BigInt(length - 1);
  // The server gives up before this side does, so that most late answers still say what became of the append.
  const deadline = Math.ceil(answerMilliseconds / 2);
  try {
    const { success, position } = await answered(connection, () =>
      client.appendToStream(name, events, { streamState, deadline, requiresLeader: true }),
    );
    if (!success) return moved;
    return position === undefined ? undefined : toPosition(position);
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return moved;
    throw error;
  }
}

async function positionAt(connection: Connection, name: string, place: number): Promise<Position> {
  const [event] = await eventsOfStream(connection, name, { from: place, limit: 1 });
  if (event === undefined) throw new Error('The server acknowledged an append and does not show it.');
  return event.position;
}
