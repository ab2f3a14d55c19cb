import { describe, expect, it } from '@jest/globals';
import { asTenant } from '../../src/database/as-tenant.ts';
import { listSessions } from '../../src/projections/read/list-sessions.ts';
import { fillSessions } from './support/many-sessions.ts';
import { withProjections } from './support/on-database.ts';

describe('a list of sessions', () => {
  it('has one whose current attempt has a lease and no report, and every other, once', async () => {
    await withProjections(async ({ claim, database, dataSource }) => {
      await claim();
      await fillSessions(database, 400);
      await database.ownerPool.query('update projection_shards set position = 400');
      await database.ownerPool.query(`delete from attempt_report where attachment_attempt_id = 'a200'`);
      const { sessions } = await asTenant(dataSource, 'default', (manager) =>
        listSessions(manager, { tenant_id: 'default', limit: 300 }),
      );
      const ids = sessions.map(({ session_id }) => session_id);
      expect(ids).toHaveLength(200);
      expect(new Set(ids)).toContain('s200');
      expect(new Set(ids).size).toBe(200);
    });
  });
});
