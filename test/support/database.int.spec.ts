import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { withDatabase } from './database.ts';

describe('withDatabase', () => {
  it('gives each call a migrated database of its own', async () => {
    await withDatabase(async (one) => {
      await withDatabase(async (other) => {
        await one.ownerPool.query('create table only_here (id int)');
        const here = await one.ownerPool.query(`select to_regclass('only_here') as found`);
        const there = await other.ownerPool.query(`select to_regclass('only_here') as found`);
        const ran = await other.ownerPool.query('select name from migrations');
        expect(here.rows[0].found).toBe('only_here');
        expect(there.rows[0].found).toBeNull();
        expect(ran.rowCount).toBeGreaterThan(0);
      });
    });
  });

  it('connects the application pool as the role of the service', async () => {
    await withDatabase(async ({ appPool, ownerPool }) => {
      const app = await appPool.query('select current_user as role');
      const owner = await ownerPool.query('select current_user as role');
      expect(app.rows[0].role).toBe('witness_app');
      expect(owner.rows[0].role).not.toBe('witness_app');
    });
  });

  it('drops the database when the test fails, and passes its error on', async () => {
    let name = '';
    await expect(
      withDatabase((database) => {
        name = database.name;
        return Promise.reject(new Error('as the test says'));
      }),
    ).rejects.toThrow('as the test says');
    await withDatabase(async ({ ownerPool }) => {
      const found = await ownerPool.query('select from pg_database where datname = $1', [name]);
      expect(found.rowCount).toBe(0);
    });
  });

  it('fails a test that leaves a connection open', async () => {
    const left: Client[] = [];
    await expect(
      withDatabase(async ({ url }) => {
        const client = new Client({ connectionString: url, application_name: 'forgotten' });
        client.on('error', () => undefined);
        left.push(client);
        await client.connect();
      }),
    ).rejects.toThrow(/left connections open: forgotten/);
  });

  it('fails a test that leaves a client checked out of a pool', async () => {
    await expect(
      withDatabase(async ({ ownerPool }) => {
        const client = await ownerPool.connect();
        client.on('error', () => undefined);
      }),
    ).rejects.toThrow(/left a client checked out/);
  });
});
