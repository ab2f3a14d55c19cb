import { type Pool } from 'pg';
import { Position } from '../position.ts';
import { rowsOf, type Statement } from './statement.ts';

export const readHeadStatement: Statement = {
  name: 'es_read_head',
  text: 'select position from public.es_head',
  timeoutMilliseconds: 10_000,
};

export async function readHead(pool: Pool): Promise<Position> {
  const [row] = await rowsOf(pool, readHeadStatement, []);
  return Position.parse(row?.[0] ?? '') ?? Position.start;
}
