import { type OpenEventLog } from '@mcp-witness/event-log';
import { appSession, postgresEventLog } from '@mcp-witness/event-log/postgres';
import { type Pool } from 'pg';

/** What every connection of the pool that the log shares must start with. */
export { appSession };

/** The event log of this process, over the pool that the rest of it uses. Close it before the pool ends. */
export const openLog = (pool: Pool): OpenEventLog => postgresEventLog({ pool });
