import type { Pool } from 'pg';
import { describeFaults, readSettings, rebuildProjections } from '../../../src/service.ts';

const tables = ['attempt_report', 'session_status', 'tool_calls', 'client_totals', 'catalog_references'];

/** Every row that readers see, by its table, without the number of its generation. */
export async function readModels(pool: Pool): Promise<ReadonlyMap<string, readonly string[]>> {
  const models = new Map<string, readonly string[]>();
  for (const table of tables) {
    const { rows } = await pool.query<{ row: string }>(`
      select (to_jsonb(t) - 'generation')::text as row from ${table} t
      join projections p on p.generation = t.generation and p.state = 'live' order by 1`);
    models.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return models;
}

/** Where two states of the read models differ, a few words a row. */
export function differences(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return tables.flatMap((table) => {
    const [here, there] = [new Set(one.get(table)), new Set(other.get(table))];
    const only = (side: ReadonlySet<string>, rest: ReadonlySet<string>, sign: string): string[] =>
      [...side].filter((row) => !rest.has(row)).map((row) => `${table} ${sign} ${row.slice(-500)}`);
    return [...only(here, there, '-'), ...only(there, here, '+')];
  });
}

/** Builds all of them anew from the log. */
export async function rebuild(databaseUrl: string): Promise<void> {
  const read = readSettings({ DATABASE_URL: databaseUrl, WITNESS_LOG_LEVEL: 'silent' });
  if (!read.ok) throw new Error(describeFaults(read.faults));
  const { outcome } = await rebuildProjections(read.settings);
  if (outcome !== 'rebuilt') throw new Error(`The read models were not rebuilt: ${outcome}.`);
}
