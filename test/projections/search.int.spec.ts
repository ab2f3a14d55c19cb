import { describe, expect, it } from '@jest/globals';
import { asTenant } from '../../src/database/as-tenant.ts';
import { listSessions } from '../../src/projections/read/list-sessions.ts';
import type { ListSessions } from '../../src/projections/read/part-query.ts';
import { fillSessions } from './support/many-sessions.ts';
import { type ProjectedDatabase, withProjections } from './support/on-database.ts';

/** All that a walk gives, page by page. */
const found = async (
  { dataSource }: ProjectedDatabase,
  filters: Partial<ListSessions>,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  let cursor: ListSessions['cursor'];
  do {
    const list = { tenant_id: 'default', limit: 2, cursor, ...filters };
    const page = await asTenant(dataSource, 'default', (manager) => listSessions(manager, list));
    ids.push(...page.sessions.map(({ session_id }) => session_id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

describe('a search among sessions', () => {
  it('looks at the newest 10,000 of the tenant or the task, and finds an older one by its id', async () => {
    await withProjections(async (projected) => {
      const { claim, database } = projected;
      await claim();
      await fillSessions(database, 22_000);
      await database.ownerPool.query('update projection_shards set position = 22000');
      expect(await found(projected, { q: 'S2199' })).toEqual([
        's21998',
        's21996',
        's21994',
        's21992',
        's21990',
      ]);
      expect(await found(projected, { q: 's1998' })).toEqual([
        's19988',
        's19986',
        's19984',
        's19982',
        's19980',
        's1998',
      ]);
      const hundreds = await found(projected, { q: 's200', limit: 200 });
      for (const id of ['s20000', 's2002', 's200']) expect(hundreds).toContain(id);
      expect(hundreds).not.toContain('s2000');
      expect(await found(projected, { q: 's1', task_id: 't2' })).toContain('s1002');
      expect(await found(projected, { q: 's1', agent_id: 'nobody' })).toEqual([]);
    });
  });
});
