import { type ProjectedDatabase } from './on-database.ts';

/** Every row that readers see, without the number of its generation. */
export const rowsOf = async ({ dataSource }: ProjectedDatabase): Promise<unknown> => {
  const rows = async (table: string, key: string): Promise<unknown> =>
    dataSource.query(
      `select to_jsonb(t) - 'generation' as row from ${table} t
       join projections p on p.generation = t.generation and p.state = 'live' order by t.tenant_id, ${key}`,
    );
  return [
    await rows('attempt_report', 't.attachment_attempt_id'),
    await rows('session_status', 't.session_id'),
    await rows('catalog_references', 't.attachment_attempt_id, t.digest'),
    await rows('tool_calls', 't.position'),
    await rows('client_totals', 't.client, t.shard'),
  ];
};
