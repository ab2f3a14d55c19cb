import { type Pool, type PoolClient } from 'pg';
import { failureOf } from './failure.ts';

/** One connection of the pool, kept from first use on, so that its prepared plans stay warm; replaced after a failure. */
export interface Lane {
  run<Result>(act: (client: PoolClient) => Promise<Result>): Promise<Result>;
  release(): void;
}

export function createLane(pool: Pool): Lane {
  let held: PoolClient | null = null;

  const drop = (client: PoolClient): void => {
    if (held !== client) return;
    held = null;
    client.off('error', lost);
    client.release(true);
  };

  function lost(this: PoolClient): void {
    drop(this);
  }

  async function connect(): Promise<PoolClient> {
    const client = await pool.connect();
    client.on('error', lost);
    held = client;
    return client;
  }

  return {
    async run(act) {
      const client = held ?? (await connect());
      try {
        return await act(client);
      } catch (error) {
        if (failureOf(error) === 'again') drop(client);
        throw error;
      }
    },
    release() {
      if (held === null) return;
      held.off('error', lost);
      held.release();
      held = null;
    },
  };
}
