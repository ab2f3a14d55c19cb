import { type Pool, type PoolClient } from 'pg';

interface Listener {
  close(): void;
}

interface Hearing {
  readonly heard: (channel: string, payload: string) => void;
  /** What was notified before this may have been missed. */
  readonly listening: () => void;
}

const again = 500;

/** Hears notifications over a connection of its own, and again after a lost one, until it is closed. */
export function listenTo(pool: Pool, channels: readonly string[], hearing: Hearing): Listener {
  let wanted = true;
  let held: PoolClient | null = null;
  let timer: NodeJS.Timeout | undefined;

  function drop(): void {
    held?.removeAllListeners('notification');
    held?.off('error', lost);
    // A connection that listens is never given back to others.
    held?.release(true);
    held = null;
  }

  function lost(): void {
    drop();
    clearTimeout(timer);
    if (wanted) timer = setTimeout(connect, again).unref();
  }

  async function listen(): Promise<void> {
    const client = await pool.connect();
    held = client;
    client.on('error', lost);
    client.on('notification', ({ channel, payload = '' }) => {
      hearing.heard(channel, payload);
    });
    for (const channel of channels) await client.query(`listen ${channel}`);
    hearing.listening();
  }

  function connect(): void {
    listen().then(() => {
      if (!wanted) drop();
    }, lost);
  }

  connect();
  return {
    close() {
      wanted = false;
      clearTimeout(timer);
      drop();
    },
  };
}
