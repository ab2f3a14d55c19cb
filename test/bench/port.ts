import { randomBytes } from 'node:crypto';
import { postgresEventLog, appSession } from '@mcp-witness/event-log/postgres';
import { Pool } from 'pg';
import { migrate } from '../../migrations/run.ts';
import { sealedLogOver } from '../../src/log/open-sealed-log.ts';
import { createDatabase } from './database.ts';
import { appendsPerStream, together, type Arm } from './measure.ts';
import { text } from './payload.ts';

/** The port with everything on: hash chain, notification, the restricted role; `sealed`: each stream with a key of its own. */
export async function portArm(
  server: string,
  eventsPerAppend: number,
  { sealed = false }: { readonly sealed?: boolean } = {},
): Promise<Arm> {
  const url = await createDatabase(server, `port_${eventsPerAppend}${sealed ? '_sealed' : ''}`);
  await migrate({ url });
  const pool = new Pool({ connectionString: url, options: appSession });
  const stored = postgresEventLog({ pool });
  const log = sealed ? sealedLogOver(stored, pool).log : stored;
  const streams: { name: string; length: number }[] = [];
  return {
    name: `event log port, ${eventsPerAppend} an append${sealed ? ', sealed' : ''}`,
    run: (seconds) =>
      together(seconds, async (writer) => {
        let stream = streams[writer];
        if (stream === undefined || stream.length === appendsPerStream * eventsPerAppend) {
          stream = streams[writer] = { name: `attempt-${uuidV7()}`, length: 0 };
        }
        const meta = JSON.stringify({ session_id: stream.name, task_id: null });
        const result = await log.append({
          append_id: uuidV7(),
          tenant_id: 'default',
          stream: stream.name,
          expected: stream.length,
          events: Array.from({ length: eventsPerAppend }, () => ({
            id: uuidV7(),
            type: 'tool-called',
            schema_version: 1,
            data: text,
            meta,
            key_id: null,
          })),
        });
        if (result.outcome !== 'appended') throw new Error(`The append ended as ${result.outcome}.`);
        stream.length += eventsPerAppend;
        return eventsPerAppend;
      }),
    close: async () => {
      await log.close();
      await pool.end();
    },
  };
}

/** As the service's own ids, which rise with time. */
function uuidV7(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
