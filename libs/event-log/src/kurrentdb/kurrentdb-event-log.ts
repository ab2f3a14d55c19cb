import { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { type Announcements } from '../engine/announcements.ts';
import { type Engine } from '../engine/engine.ts';
import { eventLogOver, type EventLogOptions } from '../engine/event-log.ts';
import { type OpenEventLog } from '../port.ts';
import { Position } from '../position.ts';
import { appendOne } from './append.ts';
import { createClock } from './clock.ts';
import { type Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import { createListener } from './listener.ts';
import { streamNameOf } from './names.ts';
import { createReadAll } from './read-all.ts';
import { eventsOfStream, newestEvent } from './read-events.ts';
import { createTails } from './tails.ts';

export interface KurrentdbEventLogOptions extends EventLogOptions {
  /** Such as `kurrentdb://user:password@host:2113?tls=true`. */
  readonly connectionString: string;
  /** Which log of the cluster: its streams begin with it. Letters, digits, `_` and `-`; `witness` when absent. */
  readonly name?: string;
  /** How long the server may take to answer before the outcome counts as unknown; 10,000 when absent. */
  readonly answerMilliseconds?: number;
}

/** Changes elsewhere are heard of by a subscription; asking is for the time when it is cut. */
const pollMilliseconds = 2_000;

/**
 * The log in KurrentDB. Appends and reads go to the leader. Positions are of 128 bits and have holes. Times are given by
 * the process that appends, whose clock should be right to less than a minute.
 *
 * Throws when the connection string cannot be read; its text is not repeated.
 */
export function kurrentdbEventLog(options: KurrentdbEventLogOptions): OpenEventLog {
  const { connectionString, name = 'witness', answerMilliseconds = 10_000, ...rest } = options;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new RangeError('The name of a log in KurrentDB has 1 to 64 letters, digits, "_" or "-".');
  }
  const client = connect(connectionString);
  const connection = { client, prefix: `${name}.`, answerMilliseconds };
  return eventLogOver((changes) => createEngine(connection, changes), { pollMilliseconds, ...rest });
}

function connect(connectionString: string): KurrentDBClient {
  try {
    return KurrentDBClient.connectionString(connectionString);
  } catch {
    // The client's own message holds the string, and with it the password.
    throw new Error(
      'The connection string for KurrentDB cannot be read. Write it as kurrentdb://user:password@host:2113?tls=true, ' +
        'with hosts that are separated by commas for a cluster.',
    );
  }
}

function createEngine(connection: Connection, changes: Announcements): Engine {
  const appending = { connection, tails: createTails(), clock: createClock() };
  const listener = createListener(connection, changes);
  return {
    store: (appends) =>
      Promise.all(
        appends.map((append) =>
          appendOne(appending, append).catch((error: unknown) => ({ outcome: 'failed' as const, error })),
        ),
      ),
    readStream: ({ tenant_id, stream, from, limit }) =>
      eventsOfStream(connection, streamNameOf(connection.prefix, tenant_id, stream), {
        from: Math.max(from, 0),
        limit,
      }),
    readAll: createReadAll(connection),
    head: async () => (await newestEvent(connection))?.position ?? Position.start,
    failure: failureOf,
    listen: () => {
      listener.start();
    },
    async close() {
      listener.close();
      await connection.client.dispose();
    },
  };
}
