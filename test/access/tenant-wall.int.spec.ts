import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { postgresLog } from '../../src/log/open-log.ts';
import { asTenant } from '../../src/database/as-tenant.ts';
import { attemptStream } from '../../src/log/streams.ts';
import { type TestDatabase, withDatabase } from '../support/database.ts';

const withSource = <Result>(use: (source: DataSource, database: TestDatabase) => Promise<Result>) =>
  withDatabase(async (database) => {
    const source = new DataSource({ type: 'postgres', url: database.appUrl, logging: false });
    await source.initialize();
    try {
      return await use(source, database);
    } finally {
      await source.destroy();
    }
  });

/** One row of each tenant in every table that work for a tenant reads. */
const fill = async ({ ownerPool }: TestDatabase): Promise<void> => {
  await ownerPool.query(`insert into tenants (tenant_id, name) values ('other', 'Other')`);
  for (const tenant of ['default', 'other']) {
    await ownerPool.query(`insert into catalogs (tenant_id, digest, body) values ($1, 'd', '[]')`, [tenant]);
    await ownerPool.query(
      `insert into catalog_references (tenant_id, digest, generation, attachment_attempt_id) values ($1, 'd', 1, 'a')`,
      [tenant],
    );
    await ownerPool.query(
      `insert into attempt_report (tenant_id, generation, attachment_attempt_id, session_id, position, state)
       values ($1, 1, 'a', 's', 1, '{}')`,
      [tenant],
    );
    await ownerPool.query(
      `insert into session_status (tenant_id, generation, session_id, connected, connected_changed, first_position, position,
         server_statuses, search, attempts, state) values ($1, 1, 's', false, 1, 1, 1, '{}', '', '{a}', '{}')`,
      [tenant],
    );
    await ownerPool.query(
      `select from es_append(array[gen_random_uuid()], array[$1], array[$2], array[0::bigint], array[1], array[1], array[0],
         array['e'], array['t'], array[1], array['{}'], array[null], array[null])`,
      [tenant, attemptStream('a')],
    );
  }
};

const readable = [
  'attempt_report',
  'catalog_references',
  'catalogs',
  'es_events',
  'session_status',
  'tenants',
];

const tenantsIn = async (manager: Pick<DataSource, 'query'>, table: string): Promise<readonly string[]> => {
  const rows = await manager.query<{ tenant_id: string }[]>(
    `select distinct tenant_id from ${table} order by 1`,
  );
  return rows.map(({ tenant_id }) => tenant_id);
};

const denied = '42501';

describe('the tenant wall', () => {
  it('stands around every table that has a tenant, for work of one tenant and for workers that serve all', () =>
    withDatabase(async ({ ownerPool }) => {
      const { rows } = await ownerPool.query<{ table: string; walled: boolean; policies: string[] }>(`
        select c.relname as table, c.relrowsecurity as walled, array(
          select format('%s %s %s %s %s', p.policyname, p.roles, p.cmd, p.permissive, p.qual) || case
            when p.qual is distinct from p.with_check then ', but written otherwise' else '' end
          from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname order by p.policyname) as policies
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
        where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' order by 1`);
      expect(rows.length).toBeGreaterThanOrEqual(9);
      const wall = [
        'service {witness_app} ALL PERMISSIVE true',
        expect.stringMatching(
          /^tenant \{witness_tenant\} ALL PERMISSIVE \(tenant_id = \(\s*SELECT current_setting\('witness\.tenant'::text, true\) AS current_setting\)\)$/,
        ),
      ];
      const found = rows.map(({ table, walled, policies }) => [table, walled, policies]);
      // A migration that makes a table with a tenant_id calls wallTenants for it.
      expect(found).toEqual(rows.map(({ table }) => [table, true, wall]));
    }));

  it('hides the rows of others from a query that does not ask whose they are', () =>
    withSource(async (source, database) => {
      await fill(database);
      for (const table of readable) {
        expect([table, await tenantsIn(source, table)]).toEqual([table, ['default', 'other']]);
        for (const tenant of ['default', 'other', 'third']) {
          const seen = await asTenant(source, tenant, (manager) => tenantsIn(manager, table));
          expect([table, seen]).toEqual([table, tenant === 'third' ? [] : [tenant]]);
        }
      }
    }));

  it('lets nobody write a row of another, and shows nobody the digest of a credential', () =>
    withSource(async (source, database) => {
      await fill(database);
      const writeTo = (tenant: string): Promise<unknown> =>
        asTenant(source, 'default', (manager) =>
          manager.query(`insert into catalogs (tenant_id, digest, body) values ($1, 'e', '[]')`, [tenant]),
        );
      await expect(writeTo('other')).rejects.toMatchObject({ code: denied });
      await writeTo('default');
      const changed = await asTenant(source, 'default', (manager) =>
        manager.query<unknown[]>(`update catalogs set body = '[1]' where digest = 'd' returning tenant_id`),
      );
      expect(changed).toEqual([[{ tenant_id: 'default' }], 1]);
      for (const sql of [
        'select hash from console_sessions',
        'select hash from attempt_tokens',
        'select * from es_head',
      ]) {
        await expect(asTenant(source, 'default', (manager) => manager.query(sql))).rejects.toMatchObject({
          code: denied,
        });
      }
    }));

  it('ends with the transaction, whether it held or not', () =>
    withSource(async (source) => {
      const single = new DataSource({ ...source.options, poolSize: 1 } as typeof source.options);
      await single.initialize();
      try {
        await asTenant(single, 'default', (manager) => manager.query('select 1'));
        await asTenant(single, 'default', (manager) => manager.query('select 1 / 0')).catch(() => undefined);
        const [after] = await single.query<unknown[]>(
          `select current_user as role, coalesce(current_setting('witness.tenant', true), '') as tenant`,
        );
        expect(after).toEqual({ role: 'witness_app', tenant: '' });
      } finally {
        await single.destroy();
      }
    }));

  it('is between the readers of a stream, whatever name they give', () =>
    withSource(async (_source, database) => {
      await fill(database);
      const log = postgresLog(database.appPool);
      try {
        const read = (tenant_id: string) => log.readStream({ tenant_id, stream: attemptStream('a') });
        expect(await read('default')).toMatchObject([{ tenant_id: 'default' }]);
        expect(await read('other')).toMatchObject([{ tenant_id: 'other' }]);
        expect(await read(`x' or 'a' = 'a`)).toEqual([]);
      } finally {
        await log.close();
      }
    }));

  it('gives a login that reads views the tenant that an administrator named for it, and none otherwise', () =>
    withDatabase(async ({ url, ownerPool }) => {
      const login = `witness_reads_${process.pid}`;
      await ownerPool.query(`create role ${login} login password 'reads' in role witness_reader`);
      const theirs = new URL(url);
      [theirs.username, theirs.password] = [login, 'reads'];
      const reader = new Client({ connectionString: theirs.href });
      await reader.connect();
      try {
        const tenant = async (): Promise<unknown> =>
          (await reader.query('select reader_tenant() as tenant')).rows;
        await reader.query(`set witness.tenant = 'default'`);
        expect(await tenant()).toEqual([{ tenant: null }]);
        await ownerPool.query(`insert into reader_tenants values ($1, 'default')`, [login]);
        expect(await tenant()).toEqual([{ tenant: 'default' }]);
        await reader.query('set role witness_reader');
        expect(await tenant()).toEqual([{ tenant: 'default' }]);
        await expect(reader.query('select * from session_status')).rejects.toMatchObject({ code: denied });
      } finally {
        await reader.end();
        await ownerPool.query(`drop owned by ${login}`);
        await ownerPool.query(`drop role ${login}`);
      }
    }));
});
