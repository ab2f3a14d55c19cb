import { type Pool } from 'pg';
import { type LogLink, type ReadAll } from '../port.ts';
import { type Position } from '../position.ts';
import { longestBigint } from './read-all.ts';
import { rowsOf, type Statement } from './statement.ts';

export const readLinksStatement: Statement = {
  name: 'es_read_links',
  text: `select position, encode(hash, 'hex') from public.es_events where position > $1::bigint order by position limit $2::int`,
  timeoutMilliseconds: 30_000,
};

export async function readLinks(
  pool: Pool,
  { after, limit }: Required<ReadAll>,
): Promise<readonly LogLink[]> {
  if (after.length > longestBigint) return [];
  const rows = await rowsOf(pool, readLinksStatement, [after, limit]);
  return rows.map(([position, hash]) => ({
    position: position as Position,
    hash: Buffer.from(hash ?? '', 'hex'),
  }));
}
