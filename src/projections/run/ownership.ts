import type { DataSource, QueryRunner } from 'typeorm';

/** Held by one process of a database at most, for as long as its connection lives. */
export interface Ownership {
  /** Aborts when the connection is gone, and the lock with it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const connectionDoesNotExist = '08003';

/** For work that stands on a connection that is gone: the database was away, if only for a moment. */
export const lostConnection = (purpose: string): Error =>
  Object.assign(new Error(`The connection ${purpose} is gone.`), { code: connectionDoesNotExist });

interface Connection {
  on(event: 'error' | 'end', listener: () => void): void;
  off(event: 'error' | 'end', listener: () => void): void;
}

async function takeLock(runner: QueryRunner, purpose: string): Promise<boolean> {
  const [row] = (await runner.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
    purpose,
  ])) as {
    taken: boolean;
  }[];
  return row?.taken ?? false;
}

/** A pooled connection outlives its use, so what listens to it is taken off again. */
function watch(connection: Connection, gone: () => void): () => void {
  connection.on('error', gone);
  connection.on('end', gone);
  return () => {
    connection.off('error', gone);
    connection.off('end', gone);
  };
}

/** Takes the advisory lock that stands for `purpose` on a connection of its own. Null: another has it. */
export async function tryOwn(dataSource: DataSource, purpose: string): Promise<Ownership | null> {
  const runner = dataSource.createQueryRunner();
  const lost = new AbortController();
  let unwatch: () => void = () => undefined;
  const leave = async (): Promise<void> => {
    unwatch();
    await runner.release();
  };
  try {
    unwatch = watch((await runner.connect()) as Connection, () => {
      lost.abort();
    });
    if (!(await takeLock(runner, purpose))) {
      await leave();
      return null;
    }
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    lost: lost.signal,
    async release() {
      try {
        if (!lost.signal.aborted)
          await runner.query('select pg_advisory_unlock(hashtextextended($1, 0))', [purpose]);
      } finally {
        await leave();
      }
    },
  };
}
