import { type Pool, type PoolClient } from 'pg';
import { type Announcements } from '../engine/announcements.ts';

interface Listener {
  /** Listens from now on, and again after a lost connection. */
  start(): void;
  close(): void;
}

const again = 500;

/** Turns notifications of appends, made by any process, into announcements. */
export function createListener(pool: Pool, changes: Announcements): Listener {
  let wanted = false;
  let held: PoolClient | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const client = await pool.connect();
    client.on('error', lost);
    held = client;
    client.on('notification', () => {
      changes.announce();
    });
    await client.query('listen es_events');
    // What came before this connection listened was announced to nobody.
    changes.announce();
  }

  function lost(): void {
    drop();
    // A connection may say twice that it is gone, by its query and by its event.
    clearTimeout(timer);
    if (wanted) timer = setTimeout(connect, again);
  }

  function drop(): void {
    held?.removeAllListeners('notification');
    held?.off('error', lost);
    // A connection that listens is never given back to others.
    held?.release(true);
    held = null;
  }

  function connect(): void {
    listen().then(() => {
      if (!wanted) drop();
    }, lost);
  }

  return {
    start() {
      if (wanted) return;
      wanted = true;
      connect();
    },
    close() {
      wanted = false;
      clearTimeout(timer);
      drop();
    },
  };
}
