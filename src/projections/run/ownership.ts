import type { DataSource, QueryRunner } from 'typeorm';

/** Held by one process of a database at most, for as long as its connection lives. */
export interface Ownership {
  /** Aborts when the connection is gone, and the lock with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

interface Connection {
  once(event: 'error' | 'end', listener: () => void): void;
}

async function takeLock(runner: QueryRunner, purpose: string): Promise<boolean> {
  const [row] = (await runner.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
    purpose,
  ])) as {
    taken: boolean;
  }[];
  return row?.taken ?? false;
}

/** Takes the advisory lock that stands for `purpose` on a connection of its own. Null: another has it. */
export async function tryOwn(dataSource: DataSource, purpose: string): Promise<Ownership | null> {
  const runner = dataSource.createQueryRunner();
  const lost = new AbortController();
  try {
    const connection = (await runner.connect()) as Connection;
    for (const event of ['error', 'end'] as const) {
      connection.once(event, () => {
        lost.abort();
      });
    }
    if (!(await takeLock(runner, purpose))) {
      await runner.release();
      return null;
    }
  } catch (error) {
    await runner.release();
    throw error;
  }
  return {
    lost: lost.signal,
    async release() {
      if (!lost.signal.aborted)
        await runner.query('select pg_advisory_unlock(hashtextextended($1, 0))', [purpose]);
      await runner.release();
    },
  };
}
