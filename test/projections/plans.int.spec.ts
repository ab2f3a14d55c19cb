import { describe, expect, it } from '@jest/globals';
import type { Position } from '@mcp-witness/event-log';
import type { DataSource, EntityManager } from 'typeorm';
import { asTenant } from '../../src/database/as-tenant.ts';
import { sessionReports } from '../../src/projections/definition.ts';
import { callsSql } from '../../src/projections/read/calls.ts';
import { clientsSql } from '../../src/projections/read/clients.ts';
import type { ListCursor } from '../../src/projections/read/list-cursor.ts';
import { type ListSessions, newestFirst, partQuery } from '../../src/projections/read/part-query.ts';
import { placeOf } from '../../src/projections/read/place.ts';
import { readSessionsSql } from '../../src/projections/read/read-session.ts';
import { inDepth, inReach } from '../../src/projections/read/search.ts';
import { movedSql } from '../../src/projections/run/follow.ts';
import { attemptsSql, sessionsSql } from '../../src/projections/store/load.ts';
import { fillSessions } from './support/many-sessions.ts';
import { withProjections } from './support/on-database.ts';

const planOf = async (db: Pick<DataSource, 'query'>, sql: string, parameters: unknown[]): Promise<string> => {
  const rows = await db.query<{ 'QUERY PLAN': string }[]>(`explain (costs off) ${sql}`, parameters);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

const list: ListSessions = { tenant_id: 'default', limit: 50 };
const at = (position: string): Position => position as Position;
const others = (): ListCursor => ({
  connected: false,
  as_of: at('20000'),
  at: `${Date.now()}000`,
  below: null,
});

/** Readers work behind the tenant wall, where an index is searched by leakproof operators alone. */
const plansOfLists = async (manager: EntityManager) => {
  const part = (only: Partial<ListSessions>, where: Partial<ListCursor>): ReturnType<typeof partQuery> =>
    partQuery(manager, { ...list, ...only }, { ...others(), ...where }, 51);
  const plan = (query: ReturnType<typeof partQuery>): Promise<string> =>
    planOf(manager, ...query.getQueryAndParameters());
  return {
    others: await plan(part({}, {})),
    laterPage: await plan(part({}, { below: at('500') })),
    task: await plan(part({ task_id: 't4' }, {})),
    connected: await plan(part({}, { connected: true })),
    search: await plan(inReach(part({}, {}), 'hub', at('15000'))),
    exact: await plan(inDepth(part({}, {}), 's4', at('15000'))),
    reach: await plan(newestFirst(manager, list, others()).offset(50).limit(1)),
  };
};

const condition = (plan: string | undefined): string => /Index Cond: .*/.exec(plan ?? '')?.[0] ?? '';

describe('what is read often', () => {
  it('is found by index, and lists need no sort', async () => {
    await withProjections(async ({ claim, database, dataSource }) => {
      await claim();
      await fillSessions(database, 20_000);
      const reportOf = [sessionReports.name, 'default', ['s2']];
      const plans = {
        report: await planOf(dataSource, readSessionsSql, reportOf),
        sessionRows: await planOf(dataSource, sessionsSql, [1, ['default'], ['s2']]),
        attemptRows: await planOf(dataSource, attemptsSql, [1, ['default'], ['a2']]),
        moved: await planOf(dataSource, movedSql, [1, [0], ['19990'], 500]),
      };
      const walled = await asTenant(dataSource, 'default', async (manager) => ({
        report: await planOf(manager, readSessionsSql, reportOf),
        calls: await planOf(manager, callsSql, [...reportOf.slice(0, 2), 's2', placeOf(at('100')), 51]),
        clients: await planOf(manager, clientsSql, [sessionReports.name, 'default']),
        ...(await plansOfLists(manager)),
      }));
      for (const plan of [...Object.values(plans), ...Object.values(walled)])
        expect(plan).not.toMatch(/Seq Scan on (session_status|attempt_report|attempt_leases|tool_calls)/);
      for (const plan of [plans.report, walled.report]) {
        expect(plan).toContain('session_status_pkey');
        expect(plan).toContain('attempt_report_pkey');
      }
      expect(plans.moved).toContain('session_status_moved');
      for (const plan of [walled.others, walled.laterPage, walled.search, walled.reach, walled.calls])
        expect(plan).not.toContain('Sort');
      for (const plan of [walled.others, walled.laterPage, walled.search, walled.reach])
        expect(plan).toContain('session_status_list');
      expect(condition(walled.laterPage)).toContain('first_place <');
      expect(condition(walled.search)).toContain('first_place >=');
      expect(condition(walled.calls)).toContain('place <');
      expect(walled.task).toContain('session_status_task');
      expect(walled.exact).toContain('session_status_pkey');
      for (const plan of [walled.connected, walled.clients]) expect(plan).toContain('attempt_leases_expiry');
      expect(walled.clients).toContain('session_status_client');
    });
  });
});
