import { describe, expect, it } from '@jest/globals';
import type { Position } from '@mcp-witness/event-log';
import type { DataSource } from 'typeorm';
import { asTenant } from '../../src/database/as-tenant.ts';
import { sessionReports } from '../../src/projections/definition.ts';
import type { ListCursor } from '../../src/projections/read/list-cursor.ts';
import { type ListSessions, partQuery } from '../../src/projections/read/list-sessions.ts';
import { readSessionsSql } from '../../src/projections/read/read-session.ts';
import { movedSql } from '../../src/projections/run/follow.ts';
import { attemptsSql, sessionsSql } from '../../src/projections/store/load.ts';
import { type ProjectedDatabase, withProjections } from './support/on-database.ts';

/** Many sessions of many tenants, a few of them connected, each with its attempt. */
const fill = async ({ database }: ProjectedDatabase): Promise<void> => {
  await database.ownerPool.query(`
    insert into session_status (tenant_id, generation, session_id, task_id, agent_id, connected, connected_changed,
      first_position, position, server_statuses, search, attempts, state, status)
    select case when n % 2 = 0 then 'default' else 'tenant-' || n % 50 end, 1, 's' || n, 't' || n % 500, 'a', n % 200 = 0, n,
      n, n, '{delivered}', 's' || n, array['a' || n], '{}', '{}' from generate_series(1, 20000) n`);
  await database.ownerPool.query(`
    insert into attempt_report (tenant_id, generation, attachment_attempt_id, session_id, position, state)
    select case when n % 2 = 0 then 'default' else 'tenant-' || n % 50 end, 1, 'a' || n, 's' || n, n, '{}' from generate_series(1, 20000) n`);
  await database.ownerPool.query('analyze session_status, attempt_report, projections');
};

const planOf = async (
  dataSource: Pick<DataSource, 'query'>,
  sql: string,
  parameters: unknown[],
): Promise<string> => {
  const rows = await dataSource.query<{ 'QUERY PLAN': string }[]>(`explain (costs off) ${sql}`, parameters);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

const listPlan = async (
  dataSource: DataSource,
  list: Partial<ListSessions>,
  cursor: Partial<ListCursor>,
): Promise<string> => {
  const whole = {
    connected: false,
    as_of: '20000' as Position,
    at: `${Date.now()}000`,
    below: null,
    ...cursor,
  };
  const [sql, parameters] = partQuery(
    dataSource.manager,
    { tenant_id: 'default', limit: 50, ...list },
    whole,
    51,
  ).getQueryAndParameters();
  return planOf(dataSource, sql, parameters);
};

describe('what is read often', () => {
  it('is found by index, and lists need no sort', async () => {
    await withProjections(async (projected) => {
      const { dataSource } = projected;
      await projected.claim();
      await fill(projected);
      const plans = {
        report: await planOf(dataSource, readSessionsSql, [sessionReports.name, 'default', ['s2']]),
        walled: await asTenant(dataSource, 'default', (manager) =>
          planOf(manager, readSessionsSql, [sessionReports.name, 'default', ['s2']]),
        ),
        sessionRows: await planOf(dataSource, sessionsSql, [1, ['default'], ['s2']]),
        attemptRows: await planOf(dataSource, attemptsSql, [1, ['default'], ['a2']]),
        moved: await planOf(dataSource, movedSql, [1, [0], ['19990'], 500]),
        others: await listPlan(dataSource, {}, {}),
        laterPage: await listPlan(dataSource, {}, { below: '500' as Position }),
        task: await listPlan(dataSource, { task_id: 't4' }, {}),
        connected: await listPlan(dataSource, {}, { connected: true }),
      };
      for (const plan of Object.values(plans)) expect(plan).not.toContain('Seq Scan on session_status');
      for (const plan of Object.values(plans)) expect(plan).not.toContain('Seq Scan on attempt_report');
      for (const plan of [plans.report, plans.walled]) {
        expect(plan).toContain('session_status_pkey');
        expect(plan).toContain('attempt_report_pkey');
      }
      expect(plans.moved).toContain('session_status_moved');
      for (const plan of [plans.others, plans.laterPage]) {
        expect(plan).toContain('session_status_list');
        expect(plan).not.toContain('Sort');
      }
      expect(plans.task).toContain('session_status_task');
      expect(plans.connected).toMatch(/session_status_(connected|list)/);
    });
  });
});
