import { type OpenEventLog } from '@mcp-witness/event-log';
import { appSession, postgresEventLog } from '@mcp-witness/event-log/postgres';
import { type Pool } from 'pg';
import { type Settings } from '../config/settings.ts';

/** What every connection of the pool that the log shares must start with. */
export { appSession };

/** The event log in PostgreSQL, over the pool that the rest of the process uses. Close it before the pool ends. */
export const postgresLog = (pool: Pool): OpenEventLog => postgresEventLog({ pool });

/** The event log of this process, in the engine that the settings name. Close it before the pool ends. */
export const openLog = async (
  { kurrentdbUrl }: Pick<Settings, 'kurrentdbUrl'>,
  pool: Pool,
): Promise<OpenEventLog> => {
  if (kurrentdbUrl === null) return postgresLog(pool);
  // Its client is large and native: nobody else loads it.
  const { kurrentdbEventLog } = await import('@mcp-witness/event-log/kurrentdb');
  return kurrentdbEventLog({ connectionString: kurrentdbUrl });
};
