import { type Queryable } from './load.ts';

/** A statement with its parameters, numbered from $1. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const renumbered = (sql: string, before: number): string =>
  sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);

/**
 * Runs writes to different tables and one reading at one go, where each by itself would be an exchange with the server. None of them
 * sees what another does. The rows are those of `reading`.
 */
export async function queryTogether<Row>(
  db: Queryable,
  writes: readonly Statement[],
  reading: Statement,
): Promise<readonly Row[]> {
  const values: unknown[] = [];
  const add = (one: Statement): string => {
    const sql = renumbered(one.sql, values.length);
    values.push(...one.values);
    return sql;
  };
  const parts = writes.map((write, index) => `part_${index} as (${add(write)})`);
  const last = add(reading);
  return db.query<Row[]>(parts.length === 0 ? last : `with ${parts.join(', ')} ${last}`, values);
}
