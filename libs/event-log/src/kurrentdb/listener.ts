import { END } from '@kurrent/kurrentdb-client';
import { type Announcements } from '../engine/announcements.ts';
import { type Connection } from './connection.ts';
import { filterOf } from './read-events.ts';

export interface Listener {
  /** Listens from now on, and again after a lost connection. */
  start(): void;
  close(): void;
}

const again = 500;

type Subscription = ReturnType<Connection['client']['subscribeToAll']>;

/**
 * Turns events of this log, appended by any process, into announcements. Followers read for themselves: pages then come
 * with the bounds that each of them asked for, and a slow one holds up no other.
 */
export function createListener({ client, prefix }: Connection, changes: Announcements): Listener {
  let wanted = false;
  let held: Subscription | null = null;
  let timer: NodeJS.Timeout | undefined;

  const announce = (): void => {
    changes.announce();
  };

  function listen(): void {
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: filterOf(prefix),
      requiresLeader: true,
    });
    held = subscription;
    const lost = (): void => {
      if (held !== subscription) return;
      drop();
      if (wanted) timer = setTimeout(listen, again);
    };
    subscription
      // What came before the subscription began was announced to nobody.
      .on('confirmation', announce)
      .on('data', announce)
      .on('error', lost)
      .on('end', lost)
      .on('close', lost);
  }

  function drop(): void {
    const subscription = held;
    held = null;
    // What is cut may end in an error once more.
    subscription?.unsubscribe().catch(() => undefined);
  }

  return {
    start() {
      if (wanted) return;
      wanted = true;
      listen();
    },
    close() {
      wanted = false;
      clearTimeout(timer);
      drop();
    },
  };
}
