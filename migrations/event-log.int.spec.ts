import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { startLocalPostgres } from '@mcp-witness/local-postgres';
import { Client, type Pool } from 'pg';
import { withDatabase } from '../test/support/database.ts';
import { migrate } from './run.ts';

jest.setTimeout(90_000);

const appendOne = `select outcome from es_append(array[gen_random_uuid()], '{default}', '{s}', '{-1}', '{1}', '{1}', '{0}',
  '{e}', '{t}', '{1}', '{x}', '{NULL}', '{NULL}')`;

const changes = [
  `update es_events set data = 'y'`,
  'delete from es_events',
  'truncate es_events',
  'delete from es_head',
  'truncate es_head',
];

async function codeOf(pool: Pool | Client, sql: string): Promise<string> {
  try {
    await pool.query(sql);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const notPermitted = '42501';

describe('the log in the database', () => {
  it('lets the role of the service append and read, and change nothing', () =>
    withDatabase(async ({ appPool }) => {
      expect((await appPool.query(appendOne)).rows).toEqual([{ outcome: 'appended' }]);
      expect((await appPool.query('select data from es_events')).rows).toEqual([{ data: 'x' }]);
      const forbidden = [
        ...changes,
        'update es_head set position = 0',
        'insert into es_head (one, position, recorded_at) values (true, 1, now())',
        'insert into es_events select * from es_events',
        'alter table es_events disable trigger all',
        'drop table es_events',
        `select es_chain_step(null, '\\x', '\\x')`,
      ];
      for (const sql of forbidden) expect([sql, await codeOf(appPool, sql)]).toEqual([sql, notPermitted]);
      expect((await appPool.query('select position from es_head')).rows).toEqual([{ position: '1' }]);
    }));

  it('refuses the owner too to change what was recorded', () =>
    withDatabase(async ({ ownerPool }) => {
      await ownerPool.query(appendOne);
      for (const sql of changes) expect([sql, await codeOf(ownerPool, sql)]).toEqual([sql, notPermitted]);
    }));

  it('shows the log to no other role', () =>
    withDatabase(async ({ ownerPool }) => {
      const client = await ownerPool.connect();
      await client.query('set role witness_reader');
      expect(await codeOf(client as unknown as Client, 'select from es_events')).toBe(notPermitted);
      expect(await codeOf(client as unknown as Client, appendOne)).toBe(notPermitted);
      client.release(true);
    }));

  it('runs the append function as its owner with a search path that no caller chooses', () =>
    withDatabase(async ({ ownerPool }) => {
      const { rows } = await ownerPool.query(
        `select prosecdef, proconfig from pg_proc where proname = 'es_append'`,
      );
      expect(rows).toEqual([
        {
          prosecdef: true,
          proconfig: expect.arrayContaining(['search_path=pg_catalog, pg_temp', 'lock_timeout=2s']),
        },
      ]);
    }));
});

async function onNewServer(use: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'witness-roles-'));
  const server = await startLocalPostgres({ dataDir });
  try {
    await use(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function asUser<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function at(url: string, database: string, user?: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  if (user !== undefined) [changed.username, changed.password] = [user, user];
  return changed.href;
}

describe('the roles of the log, which belong to the whole server', () => {
  it('are made once when several databases are migrated at the same time', () =>
    onNewServer(async (url) => {
      const names = ['one', 'two', 'three', 'four'];
      await asUser(url, async (client) => {
        for (const name of names) await client.query(`create database ${name}`);
      });
      await Promise.all(names.map((name) => migrate({ url: at(url, name) })));
      const found = await asUser(url, (client) =>
        client.query(
          `select rolname from pg_roles where starts_with(rolname, 'witness_') and not rolcanlogin order by 1`,
        ),
      );
      expect(found.rows).toEqual([
        { rolname: 'witness_app' },
        { rolname: 'witness_reader' },
        { rolname: 'witness_tenant' },
      ]);
    }));

  it('are asked for in words when the owner may not make them, and taken as they are once they are there', () =>
    onNewServer(async (url) => {
      await asUser(url, async (client) => {
        await client.query(`create role plain login password 'plain'`);
        await client.query('create database owned owner plain');
      });
      const roles = await readFile(new URL('sql/log/roles.sql', import.meta.url), 'utf8');
      const owned = at(url, 'owned', 'plain');
      const refused = asUser(owned, (client) => client.query(roles));
      await expect(refused).rejects.toMatchObject({
        code: notPermitted,
        message: 'The role witness_app is missing, and plain may not create roles.',
        hint: expect.stringContaining('CREATE ROLE witness_app NOLOGIN'),
      });
      const printed = jest.spyOn(console, 'log');
      await expect(migrate({ url: owned })).rejects.toMatchObject({
        code: 'not_permitted',
        message:
          'The database role may not migrate: The role witness_app is missing, and plain may not create roles. ' +
          'Let an administrator run: CREATE ROLE witness_app NOLOGIN; CREATE ROLE witness_reader NOLOGIN; GRANT witness_app TO plain;',
      });
      expect(printed).not.toHaveBeenCalled();
      printed.mockRestore();
      await asUser(url, (client) =>
        client.query('create role witness_app nologin; create role witness_reader nologin'),
      );
      await expect(asUser(owned, (client) => client.query(roles))).rejects.toMatchObject({
        message: 'plain may not take the role witness_app.',
        hint: 'Let an administrator run: GRANT witness_app TO plain;',
      });
      await asUser(url, (client) => client.query('grant witness_app to plain'));
      await expect(migrate({ url: owned })).rejects.toMatchObject({
        code: 'not_permitted',
        message: expect.stringContaining(
          'CREATE ROLE witness_tenant NOLOGIN; GRANT witness_tenant TO witness_app;',
        ),
      });
      await asUser(url, (client) => client.query('create role witness_tenant nologin'));
      await expect(migrate({ url: owned })).rejects.toMatchObject({
        message: expect.stringContaining('Let an administrator run: GRANT witness_tenant TO witness_app;'),
      });
      await asUser(url, (client) => client.query('grant witness_tenant to witness_app'));
      expect(await migrate({ url: owned })).toMatchObject({
        applied: expect.arrayContaining(['TenantWall1796100200000']),
      });
      const asApp = await asUser(owned, async (client) => {
        await client.query('set role witness_app');
        return client.query(appendOne);
      });
      expect(asApp.rows).toEqual([{ outcome: 'appended' }]);
    }));
});
