import { describe, expect, it } from '@jest/globals';
import { withDatabase } from '../../test/support/database.ts';
import { openDatabase } from '../database/database.ts';
import { toProblem } from '../http/to-problem.ts';
import { readSettings } from '../service.ts';
import { postgresCatalogs } from './catalogs.postgres.ts';

const entry = {
  tenant_id: 'default',
  session_id: 's1',
  digest: 'd1',
  tools: [],
};

/** Gives what a second writer of `entry` meets while a first, who wrote it `age` ago, has its row locked. */
const beside = (age: string): Promise<unknown> =>
  withDatabase(async ({ url, ownerPool }) => {
    const read = readSettings({ DATABASE_URL: url });
    if (!read.ok) throw new Error('The settings of the test are wrong.');
    const opened = await openDatabase({ settings: read.settings, entities: [], log: () => undefined });
    const catalogs = postgresCatalogs(opened.dataSource);
    await catalogs.put(entry);
    await ownerPool.query('update catalogs set touched_at = now() - $1::interval', [age]);
    const first = await ownerPool.connect();
    try {
      await first.query('begin');
      await first.query('select from catalogs for update');
      return await catalogs.put(entry).then(
        () => 'put',
        (error: unknown) => toProblem(error).code,
      );
    } finally {
      await first.query('rollback');
      first.release();
      await opened.close();
    }
  });

describe('a catalog that many sessions list at once', () => {
  it('is not waited for where it was just put', async () => {
    expect(await beside('5 seconds')).toBe('put');
  });

  it('asks its sender to come again where another holds it for too long', async () => {
    expect(await beside('2 minutes')).toBe('unavailable');
  });
});
