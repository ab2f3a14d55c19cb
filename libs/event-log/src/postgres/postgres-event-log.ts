import { type Pool } from 'pg';
import { type Announcements } from '../engine/announcements.ts';
import { type Engine } from '../engine/engine.ts';
import { eventLogOver, type EventLogOptions } from '../engine/event-log.ts';
import { type OpenEventLog } from '../port.ts';
import { append } from './append.ts';
import { failureOf } from './failure.ts';
import { createLane } from './lane.ts';
import { createListener } from './listener.ts';
import { readAll } from './read-all.ts';
import { readHead } from './read-head.ts';
import { readLinks } from './read-links.ts';
import { readStream } from './read-stream.ts';

export interface PostgresEventLogOptions extends EventLogOptions {
  /**
   * Stays the caller's, who ends it after the log is closed. One connection is kept for appends and, once somebody
   * subscribes, one for notifications: it must allow three or more. Give it a `connectionTimeoutMillis`: waiting
   * for a server that does not answer has no other end.
   */
  readonly pool: Pool;
}

/** The log in PostgreSQL. Its tables and functions are made by the migrations. */
export function postgresEventLog({ pool, ...options }: PostgresEventLogOptions): OpenEventLog {
  if (pool.options.max < 3) {
    throw new RangeError(
      'The event log needs a pool of 3 or more connections, or reads wait for ever for the ones it keeps: raise `max`.',
    );
  }
  return eventLogOver((changes) => createEngine(pool, changes), options);
}

function createEngine(pool: Pool, changes: Announcements): Engine {
  const lane = createLane(pool);
  const listener = createListener(pool, changes);
  // The pool replaces a lost idle connection by itself, but an error event that nobody hears ends the process.
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  return {
    store: (appends) => lane.run((client) => append(client, appends)),
    readStream: (read) => readStream(pool, read),
    readAll: (read) => readAll(pool, read),
    readLinks: (read) => readLinks(pool, read),
    head: () => readHead(pool),
    failure: failureOf,
    listen: () => {
      listener.start();
    },
    close() {
      listener.close();
      lane.release();
      pool.off('error', ignore);
      return Promise.resolve();
    },
  };
}
