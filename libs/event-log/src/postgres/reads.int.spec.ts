import { describe, expect, it } from '@jest/globals';
import { withDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { readAllStatement } from './read-all.ts';
import { readHeadStatement } from './read-head.ts';
import { readLinksStatement } from './read-links.ts';
import { readStreamStatement } from './read-stream.ts';
import { withinTenant } from './within-tenant.ts';

const fill = `alter table es_events disable trigger user;
  insert into es_events (position, recorded_at, append_id, stream_position, schema_version, appended_any, tenant_id, stream,
    event_id, type, data, digest, hash)
  select n, now(), gen_random_uuid(), n / 200, 1, false, 'default', 'attempt-' || n % 200, n, 'tool-called', repeat('x', 300), '\\x', '\\x'
  from generate_series(1, 20000) n;
  analyze es_events`;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Node types and indexes of the plan that a prepared statement ends with. */
async function planOf(
  { appPool }: TestDatabase,
  statement: { readonly text: string },
  values: readonly (string | number)[],
): Promise<readonly string[]> {
  const client = await appPool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare probe as ${statement.text}`);
    const listed = values.map((value) => `'${value}'`).join(', ');
    const call = values.length === 0 ? 'probe' : `probe(${listed})`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute ${call}`,
    );
    return flatten(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    client.release(true);
  }
}

const flatten = (plan: Plan): string[] => [
  [plan['Node Type'], plan['Index Name']].filter(Boolean).join(' '),
  ...(plan.Plans ?? []).flatMap(flatten),
];

describe('reads of the log in PostgreSQL', () => {
  it('find their place by an index and come in order without a sort', () =>
    withDatabase(async (database) => {
      await database.ownerPool.query(fill);
      for (const statement of [readAllStatement, readLinksStatement])
        expect(await planOf(database, statement, [10_000, 1_000])).toEqual([
          'Limit',
          'Index Scan es_events_pkey',
        ]);
      expect(await planOf(database, readStreamStatement, ['default', 'attempt-7', 0, 1_000])).toEqual([
        'Limit',
        'Index Scan es_events_stream_key',
      ]);
    }));

  it('take the head from its one row', () =>
    withDatabase(async (database) => {
      expect(await planOf(database, readHeadStatement, [])).toEqual(['Seq Scan']);
      const { rows } = await database.appPool.query(readHeadStatement.text);
      expect(rows).toEqual([{ position: '0' }]);
    }));

  it('touch as many pages for an append at 20,000 events as the depth of the indexes asks for', () =>
    withDatabase(async ({ ownerPool }) => {
      await ownerPool.query(fill);
      await ownerPool.query('update es_head set position = 20000');
      const before = await scans(ownerPool);
      await ownerPool.query(
        `select * from es_append(array[gen_random_uuid(), gen_random_uuid()], '{default,default}', '{attempt-7,attempt-8}', '{-1,3}',
          '{1,1}', '{1,2}', '{0,0}', '{a,b}', '{t,t}', '{1,1}', '{x,x}', '{NULL,NULL}', '{NULL,NULL}')`,
      );
      expect(await scans(ownerPool)).toBe(before);
    }));

  it('behind the tenant wall fail, and end no process, when their connection is lost between two statements', () =>
    withDatabase(async ({ appPool, ownerPool }) => {
      const reading = withinTenant(appPool, 'default', async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        const lost = new Promise((resolve) => client.once('end', resolve));
        await ownerPool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
        await lost;
        return client.query('select 1');
      });
      await expect(reading).rejects.toThrow(/connection error/);
      expect(await withinTenant(appPool, 'default', () => Promise.resolve('read'))).toBe('read');
    }));
});

/** Sequential scans of the events so far, as this very connection's transaction statistics end up in the table's. */
async function scans(pool: TestDatabase['ownerPool']): Promise<number> {
  const client = await pool.connect();
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ scans: string }>(
    `select seq_scan as scans from pg_stat_user_tables where relname = 'es_events'`,
  );
  client.release();
  return Number(rows[0]?.scans);
}
