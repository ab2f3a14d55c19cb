import { type Pool } from 'pg';
import { type LogEvent, type ReadAll } from '../port.ts';
import { eventColumns, toEvent } from './event-row.ts';
import { rowsOf, type Statement } from './statement.ts';

export const readAllStatement: Statement = {
  name: 'es_read_all',
  text: `select ${eventColumns} from public.es_events where position > $1::bigint order by position limit $2::int`,
  timeoutMilliseconds: 30_000,
};

/** Digits of a position that every bigint can hold. */
export const longestBigint = 18;

export async function readAll(pool: Pool, { after, limit }: Required<ReadAll>): Promise<readonly LogEvent[]> {
  // Nothing of this log is after a position that it cannot have.
  if (after.length > longestBigint) return [];
  const rows = await rowsOf(pool, readAllStatement, [after, limit]);
  return rows.map(toEvent);
}
