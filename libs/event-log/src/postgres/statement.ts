import { type ClientBase, type CustomTypesConfig, type Pool } from 'pg';

/**
 * Every value arrives as its text: others in this process may have changed the driver's global type parsers (Emmett
 * does), and each operation knows its own columns.
 */
const asText: CustomTypesConfig = { getTypeParser: () => (value: string) => value };

export interface Statement {
  /** Under which it is prepared, once a connection. */
  readonly name: string;
  readonly text: string;
  /** After this long the connection counts as dead. */
  readonly timeoutMilliseconds: number;
}

export type Row = readonly (string | null)[];

export async function rowsOf(
  on: ClientBase | Pool,
  { name, text, timeoutMilliseconds }: Statement,
  values: readonly (string | number | Buffer)[],
): Promise<readonly Row[]> {
  const query = {
    name,
    text,
    values: [...values],
    rowMode: 'array' as const,
    types: asText,
    query_timeout: timeoutMilliseconds,
  };
  const { rows } = await on.query<(string | null)[]>(query);
  return rows;
}
