import type { DataSource } from 'typeorm';

/**
 * The place of this process among those of its database: a connection of its own that says that it lives, and holds an
 * advisory lock for every shard that it has. When the connection goes, so does all of it.
 */
export interface Seat {
  /** Aborts when the connection is gone. */
  readonly lost: AbortSignal;
  /** Says that this process lives, and tells which ones do, this one among them. */
  beat(): Promise<readonly string[]>;
  /** Takes those of these shards that nobody has, and says which. */
  take(shards: readonly number[]): Promise<readonly number[]>;
  give(shards: readonly number[]): Promise<void>;
  /** Gives everything back, and says that this process is gone. */
  leave(): Promise<void>;
}

interface Connection {
  on(event: 'error' | 'end', listener: () => void): void;
  off(event: 'error' | 'end', listener: () => void): void;
}

/** A process that has not said for so long that it lives has no part in the shards; its locks are another matter. */
const aliveFor = '1200 milliseconds';
/** Rows of processes that died are swept by whoever beats. */
const rememberedFor = '1 minute';

const beatSql = `
insert into service_processes (process_id, seen_at) values ($1, clock_timestamp())
on conflict (process_id) do update set seen_at = excluded.seen_at`;
const sweepSql = `delete from service_processes where seen_at < clock_timestamp() - interval '${rememberedFor}'`;
const aliveSql = `
select process_id from service_processes
where seen_at > clock_timestamp() - interval '${aliveFor}' order by process_id`;
const lockKey = `hashtextextended($1 || ' shard ' || k.shard, 0)`;
const takeSql = `select k.shard, pg_try_advisory_lock(${lockKey}) as taken from unnest($2::integer[]) as k (shard)`;
const giveSql = `select pg_advisory_unlock(${lockKey}) from unnest($2::integer[]) as k (shard)`;

/** Takes a connection of its own until it is left. `purpose` names what the shards are of. */
export async function takeSeat(dataSource: DataSource, purpose: string, processId: string): Promise<Seat> {
  const runner = dataSource.createQueryRunner();
  const lost = new AbortController();
  const gone = (): void => {
    lost.abort();
  };
  const connection = (await runner.connect()) as Connection;
  connection.on('error', gone);
  connection.on('end', gone);
  return {
    lost: lost.signal,
    async beat() {
      await runner.query(beatSql, [processId]);
      const alive = (await runner.query(aliveSql)) as { process_id: string }[];
      return [...new Set([...alive.map(({ process_id }) => process_id), processId])].sort();
    },
    async take(shards) {
      if (shards.length === 0) return [];
      const rows = (await runner.query(takeSql, [purpose, shards])) as { shard: number; taken: boolean }[];
      return rows.filter(({ taken }) => taken).map(({ shard }) => shard);
    },
    async give(shards) {
      if (shards.length > 0) await runner.query(giveSql, [purpose, shards]);
    },
    async leave() {
      try {
        if (lost.signal.aborted) return;
        await runner.query('select pg_advisory_unlock_all()');
        await runner.query('delete from service_processes where process_id = $1', [processId]);
        await runner.query(sweepSql);
      } finally {
        connection.off('error', gone);
        connection.off('end', gone);
        await runner.release();
      }
    },
  };
}
