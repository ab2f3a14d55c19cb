import { Client } from 'pg';

/**
 * Fills the database of a stopped service, which holds one session of one attempt and nothing else, with others of the
 * same kind: log, read models and their places, up to `events` events. They are stored as plain text, as those of a log
 * from before payloads were sealed are.
 */
export async function grow(url: string, template: Template, events: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const each = template.events.length;
    const sessions = Math.ceil(events / each);
    await client.query(eventsSql, [
      template.attempt,
      JSON.stringify(template.events),
      JSON.stringify({ task_id: 'task-1' }),
      sessions,
      each,
    ]);
    await client.query(headSql);
    for (const [table, sql] of Object.entries(copies)) {
      const columns = await writtenColumns(client, table);
      const copy = columns.map((column) => `(r.copy).${column}`).join(', ');
      await client.query(`insert into ${table} (${columns.join(', ')}) select ${copy} from (${sql}) r`, [
        template.attempt,
        template.session,
        sessions,
        each,
      ]);
    }
    await client.query(
      'update projection_shards set position = (select position from es_head), recorded_at = (select recorded_at from es_head)',
    );
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

export interface Template {
  readonly session: string;
  readonly attempt: string;
  /** In the order of its stream, as they are stored. */
  readonly events: readonly { readonly type: string; readonly data: string }[];
}

/** Of the session's nth copy. */
const copyOf = `overlay($1::text placing lpad(to_hex(n), 8, '0') from 29 for 8)`;
const first = `(select position from es_head)`;

const eventsSql = `
insert into es_events (position, recorded_at, append_id, stream_position, schema_version, appended_any, tenant_id, stream, event_id,
  type, data, meta, key_id, digest, hash)
select ${first} + (n - 1) * $5::int + e.place, now() + (n * $5::int + e.place) * interval '1 microsecond', gen_random_uuid(), e.place - 1, 1, false,
  'default', 'attempt-' || ${copyOf}, overlay($1 placing lpad(to_hex(n * $5::int + e.place), 10, '0') from 27 for 10), e.event ->> 'type',
  replace(e.event ->> 'data', $1, ${copyOf}), ($3::jsonb || jsonb_build_object('session_id', 'copy ' || n))::text, null, '\\x00', '\\x00'
from generate_series(1, $4::int) n, jsonb_array_elements($2::jsonb) with ordinality as e (event, place)`;

const headSql = `
update es_head set position = (select max(position) from es_events), recorded_at = (select max(recorded_at) from es_events)`;

const place = `(select min(position) from es_events where stream = 'attempt-' || $1) + n * $4::int`;

/** All but those that the database makes from others. */
async function writtenColumns(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select column_name as column from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows.map(({ column }) => column);
}

const replaced = (column: string): string =>
  `replace(replace(t.${column}, $1, ${copyOf}), to_json($2::text)::text, to_json('copy ' || n)::text)`;

const copies = {
  attempt_report: `
select jsonb_populate_record(t, jsonb_build_object('attachment_attempt_id', ${copyOf}, 'session_id', 'copy ' || n, 'position', ${place},
  'state', ${replaced('state')})) as copy
from attempt_report t, generate_series(1, $3::int) n where t.attachment_attempt_id = $1`,
  session_status: `
select jsonb_populate_record(t, jsonb_build_object('session_id', 'copy ' || n, 'position', ${place}, 'first_position', ${place},
  'connected_changed', ${place}, 'attempts', array[${copyOf}], 'search', 'copy ' || n, 'state', ${replaced('state')},
  'status', ${replaced('status')}, 'history', ${replaced('history')})) as copy
from session_status t, generate_series(1, $3::int) n where t.session_id = $2`,
  tool_calls: `
select jsonb_populate_record(t, jsonb_build_object('session_id', 'copy ' || n, 'attachment_attempt_id', ${copyOf},
  'position', t.position + n * $4::int)) as copy
from tool_calls t, generate_series(1, $3::int) n where t.attachment_attempt_id = $1 and t.session_id = $2`,
} as const;
