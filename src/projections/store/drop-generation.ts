import type { Queryable } from './load.ts';

/** The tables that hold rows of generations, with the columns of their primary keys. */
const keys = {
  catalog_references: ['tenant_id', 'digest', 'generation', 'attachment_attempt_id'],
  session_status: ['tenant_id', 'session_id', 'generation'],
  attempt_report: ['tenant_id', 'attachment_attempt_id', 'generation'],
  tool_calls: ['tenant_id', 'session_id', 'generation', 'place'],
  client_totals: ['tenant_id', 'generation', 'client', 'shard'],
} as const;

type Table = keyof typeof keys;

/** Rows that one statement looks at, and so the most that it removes. */
const rowsAtOnce = 5_000;

/**
 * One step of a walk over the primary key: removes what is of the generation, and tells where to go on. An index over
 * generations alone would cost every write for what happens once in a long time.
 */
const stepSql = (table: Table, after: readonly unknown[] | null): string => {
  const columns = keys[table].join(', ');
  const values = keys[table].map((_, place) => `$${place + 2}`).join(', ');
  return `
with page as materialized (
  select ${columns}, ctid as address from ${table}
  ${after === null ? '' : `where (${columns}) > (${values})`}
  order by ${columns} limit ${rowsAtOnce}
),
gone as (
  delete from ${table} where generation = $1 and ctid = any (array(select address from page where generation = $1))
)
select ${columns} from page order by ${keys[table].map((column) => `${column} desc`).join(', ')} limit 1`;
};

async function dropRows(
  db: Queryable,
  table: Table,
  generation: number,
  signal?: AbortSignal,
): Promise<void> {
  let after: readonly unknown[] | null = null;
  while (signal?.aborted !== true) {
    const [last]: Readonly<Record<string, unknown>>[] = await db.query(stepSql(table, after), [
      generation,
      ...(after ?? []),
    ]);
    if (last === undefined) return;
    after = keys[table].map((column) => last[column]);
  }
}

/**
 * Removes a generation that nobody reads, one retired or left behind half built, in steps that each end by themselves.
 * False: `signal` stopped it before the end; what is left is removed the next time.
 */
export async function dropGeneration(
  db: Queryable,
  name: string,
  generation: number,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const table of Object.keys(keys) as Table[]) await dropRows(db, table, generation, signal);
  if (signal?.aborted === true) return false;
  await db.query(`delete from projections where name = $1 and generation = $2 and state <> 'live'`, [
    name,
    generation,
  ]);
  return true;
}
