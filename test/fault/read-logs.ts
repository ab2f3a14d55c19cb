import { type LogEvent } from '@mcp-witness/event-log';
import { type Pool } from 'pg';
import { sealedLogOver } from '../../src/log/open-sealed-log.ts';
import { everything } from './everything.ts';
import { withOpenLog } from './open-log.ts';

/** The log as it is stored, and as everybody reads it. `pool`: where the keys of sessions lie. */
export const readLogs = (
  url: string,
  pool: Pool,
): Promise<Record<'sealed' | 'opened', readonly LogEvent[]>> =>
  withOpenLog(url, async (log) => {
    const logs = sealedLogOver(log, pool);
    try {
      return { sealed: await everything(logs.stored), opened: await everything(logs.log) };
    } finally {
      await logs.keys.close();
    }
  });
