import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { Pool } from 'pg';
import { createDatabase } from './database.ts';
import { appendsPerStream, together, type Arm } from './measure.ts';
import { payload } from './payload.ts';

export async function emmettArm(server: string, eventsPerAppend: number): Promise<Arm> {
  const url = await createDatabase(server, `emmett_${eventsPerAppend}`);
  const pool = new Pool({ connectionString: url, max: 20 });
  pool.on('error', () => undefined);
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  const streams: { name: string; appends: number; version: bigint }[] = [];
  const events = Array.from({ length: eventsPerAppend }, () => ({
    type: 'tool-called',
    data: payload,
    metadata: {},
  }));
  return {
    name: `Emmett 0.42, ${eventsPerAppend} an append`,
    run: (seconds) =>
      together(seconds, async (writer) => {
        let stream = streams[writer];
        if (stream === undefined || stream.appends === appendsPerStream) {
          stream = streams[writer] = { name: `attempt-${randomUUID()}`, appends: 0, version: 0n };
        }
        const { nextExpectedStreamVersion } = await store.appendToStream(stream.name, events, {
          expectedStreamVersion: stream.version,
        });
        stream.version = nextExpectedStreamVersion;
        stream.appends += 1;
        return eventsPerAppend;
      }),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}
