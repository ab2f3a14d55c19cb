import { type Pool } from 'pg';
import { type LogEvent, type ReadStream } from '../port.ts';
import { eventColumns, toEvent } from './event-row.ts';
import { rowsOf, type Statement } from './statement.ts';
import { withinTenant } from './within-tenant.ts';

export const readStreamStatement: Statement = {
  name: 'es_read_stream',
  text: `select ${eventColumns} from public.es_events
    where tenant_id = $1 and stream = $2 and stream_position >= $3::bigint order by stream_position limit $4::int`,
  timeoutMilliseconds: 30_000,
};

export async function readStream(pool: Pool, read: Required<ReadStream>): Promise<readonly LogEvent[]> {
  const { tenant_id, stream, from, limit } = read;
  const rows = await withinTenant(pool, tenant_id, (client) =>
    rowsOf(client, readStreamStatement, [tenant_id, stream, from, limit]),
  );
  return rows.map(toEvent);
}
