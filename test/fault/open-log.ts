import type { OpenEventLog } from '@mcp-witness/event-log';
import { appSession, postgresEventLog } from '@mcp-witness/event-log/postgres';
import { Pool } from 'pg';

/** A log with a pool of its own, as one process of the service has. */
export async function withOpenLog<Result>(
  url: string,
  use: (log: OpenEventLog) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({ connectionString: url, options: appSession, max: 4 });
  const log = postgresEventLog({ pool, retryMilliseconds: 30_000 });
  try {
    return await use(log);
  } finally {
    await log.close();
    await pool.end();
  }
}
