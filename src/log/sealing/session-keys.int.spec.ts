import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from '../../../test/support/database.ts';
import { postgresSessionKeys } from './session-keys.postgres.ts';
import { wrappingOf } from './wrapping.ts';

const waitingSql = `
select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like '%from session_keys where destroyed_at%'`;

describe('the keys of sessions', () => {
  it('are closed once the look for destroyed ones that is under way has ended', () =>
    withDatabase(async ({ appPool, ownerPool }) => {
      const keys = postgresSessionKeys(appPool, wrappingOf(null, null));
      const order: string[] = [];
      const lock = await ownerPool.connect();
      let closing: Promise<unknown>;
      try {
        await lock.query('begin');
        await lock.query('lock table session_keys');
        keys.listen(() => undefined);
        const deadline = Date.now() + 30_000;
        while ((await ownerPool.query(waitingSql)).rowCount === 0) {
          if (Date.now() > deadline) throw new Error('It never looked.');
          await pause(20);
        }
        closing = keys.close().then(() => order.push('closed'));
        expect((await ownerPool.query(waitingSql)).rowCount).toBe(1);
        order.push('let go');
      } finally {
        await lock.query('rollback');
        lock.release();
      }
      await closing;
      expect(order).toEqual(['let go', 'closed']);
    }));
});
