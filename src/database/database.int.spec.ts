import { type EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from '../../test/support/database.ts';
import { readSettings, type Settings } from '../service.ts';
import { asTenant } from './as-tenant.ts';
import { isDatabaseAway } from './away.ts';
import { openDatabase } from './database.ts';

const settingsFor = (url: string): Settings => {
  const read = readSettings({ DATABASE_URL: url });
  if (!read.ok) throw new Error('The settings of the test are wrong.');
  return read.settings;
};

const log = (): void => undefined;

describe('the database', () => {
  it('is used in the role of the service, whoever logs in', async () => {
    await withDatabase(async ({ url }) => {
      const opened = await openDatabase({ settings: settingsFor(url), entities: [], log });
      const { rows } = await opened.pool.query<{ role: string }>('select current_user as role');
      await opened.close();
      expect(rows).toEqual([{ role: 'witness_app' }]);
    });
  });

  it('is not used when options of its URL take the place of that role', async () => {
    await withDatabase(async ({ url }) => {
      const other = new URL(url);
      other.searchParams.set('options', '--lock_timeout=1s');
      const settings = settingsFor(other.href);
      await expect(openDatabase({ settings, entities: [], log })).rejects.toThrow(/role witness_app/);
    });
  });

  it('is away for a transaction whose connection the server ends, before a statement and before the commit', async () => {
    await withDatabase(async ({ url, ownerPool }) => {
      const opened = await openDatabase({ settings: settingsFor(url), entities: [], log });
      const errorOf = (after: string | null): Promise<unknown> =>
        asTenant(opened.dataSource, 'default', async (manager) => {
          const [{ pid }] = await manager.query<[{ pid: number }]>('select pg_backend_pid() as pid');
          const connection = (await manager.queryRunner?.connect()) as EventEmitter;
          const lost = new Promise((resolve) => connection.once('end', resolve));
          await ownerPool.query('select pg_terminate_backend($1, 5000)', [pid]);
          await lost;
          if (after !== null) await manager.query(after);
        }).catch((error: unknown) => error);
      for (const after of ['select 1', null]) expect(isDatabaseAway(await errorOf(after))).toBe(true);
      await opened.close();
    });
  });

  it('ends no process when a connection is lost between two statements', async () => {
    await withDatabase(async ({ url, ownerPool }) => {
      const { pool, ...opened } = await openDatabase({ settings: settingsFor(url), entities: [], log });
      const client = await pool.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const lost = new Promise((resolve) => client.once('end', resolve));
      await ownerPool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await lost;
      expect(isDatabaseAway(await client.query('select 1').catch((error: unknown) => error))).toBe(true);
      client.release(true);
      await opened.close();
    });
  });
});
