import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

/** Logs in as somebody who may read the views, for one tenant or for none. */
const asReader = async <Result>(
  { database }: TestService,
  tenant: string | null,
  use: (client: Client) => Promise<Result>,
): Promise<Result> => {
  const login = `witness_views_${process.pid}_${tenant ?? 'nobody'}`;
  await database.ownerPool.query(`create role ${login} login password 'reader' in role witness_reader`);
  if (tenant !== null)
    await database.ownerPool.query('insert into reader_tenants values ($1, $2) on conflict do nothing', [
      login,
      tenant,
    ]);
  const url = new URL(database.url);
  url.username = login;
  url.password = 'reader';
  const client = new Client({ connectionString: url.href });
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
    await database.ownerPool.query(`drop role ${login}`);
  }
};

const tell = async ({ post, get }: TestService): Promise<void> => {
  for (const n of [1, 2, 3, 4]) await post('/v1/attempts', attemptBody(uuid(n)));
  await post('/v1/attempts', attemptBody(uuid(9), { session_id: 'other', agent_id: null }));
  const client = { name: 'agent', version: '1' };
  const accepted = {
    server_name: 'hub',
    era: 'legacy',
    protocol_version: '2025-11-25',
    connection_id: 'c',
    client,
  };
  const called = {
    server_name: 'hub',
    connection_id: 'c',
    started_at: '2026-11-30T13:00:02Z',
    duration_ms: 3,
    outcome: 'tool_error',
    result_bytes: 4,
    round_trips: 1,
  };
  const { body } = await post('/v1/evidence', [
    evidence(uuid(4), 3, { type: 'protocol-accepted', data: accepted }),
    evidence(uuid(4), 4, { type: 'tool-called', data: called }),
    evidence(uuid(4), 5, { type: 'tool-called', data: { ...called, outcome: 'ok' } }),
  ]);
  const { position } = body as { position: string };
  for (const session of ['session-1', 'other'])
    await get(`/v1/sessions/${session}/report?min_position=${position}`);
};

/** All that whoever asks may do with anything of the database that is not PostgreSQL's own. */
const allowedSql = `
  with ours as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  select what, allowed from (
    select 'relation ' || nspname || '.' || relname as what, array(
      select p from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
      where has_table_privilege(c.oid, p) or p in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege(c.oid, p)
    ) as allowed
    from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'f')
    union all
    select 'sequence ' || nspname || '.' || relname, array(
      select p from unnest(array['USAGE', 'SELECT', 'UPDATE']) p where has_sequence_privilege(c.oid, p))
    from pg_class c join ours on ours.oid = relnamespace where relkind = 'S'
    union all
    select 'function ' || nspname || '.' || proname, array(
      select p from unnest(array['EXECUTE']) p where has_function_privilege(f.oid, p))
    from pg_proc f join ours on ours.oid = pronamespace
    union all
    select 'schema ' || nspname, array(select p from unnest(array['CREATE']) p where has_schema_privilege(ours.oid, p)) from ours
  ) everything where allowed <> '{}' order by what`;

const columnsSql = `select table_name, string_agg(column_name, ', ' order by ordinal_position) as columns
  from information_schema.columns where table_schema = 'witness_v1' group by 1 order by 1`;

describe('the views for other services', () => {
  it('hold the documents as they go over the wire, beside key columns', async () => {
    await withService(async (service) => {
      await tell(service);
      await asReader(service, 'default', async (client) => {
        const sessions = await client.query('select * from witness_v1.session_status order by session_id');
        expect(sessions.rows).toMatchObject([
          { tenant_id: 'default', session_id: 'other', agent_id: null, connected: true },
          { session_id: 'session-1', task_id: 'task-1', current_attempt_id: uuid(4) },
        ]);
        expect(sessions.rows[1].document).toEqual((await service.get('/v1/sessions/session-1')).body);
        const attempts = await client.query<{ document: object }>(
          `select * from witness_v1.attempt_report where session_id = 'session-1' order by ordinal desc`,
        );
        const { body } = await service.get('/v1/tasks/task-1/sessions');
        const [, session] = (body as { sessions: readonly { metadata: { mcp_attachment_state: History } }[] })
          .sessions;
        const history = session!.metadata.mcp_attachment_state;
        expect(attempts.rows.map(({ document }) => document)).toEqual([history.current, ...history.previous]);
        expect(attempts.rows).toMatchObject([
          { attachment_attempt_id: uuid(4), ordinal: 4, is_current: true, entry: 'session/new' },
          { attachment_attempt_id: uuid(3), ordinal: 3, is_current: false },
          { attachment_attempt_id: uuid(2), ordinal: 2, is_current: false },
        ]);
        const activity = await client.query('select * from witness_v1.agent_activity order by session_id');
        expect(activity.rows).toMatchObject([
          { session_id: 'other', client_name: null, calls: 0, errors: 0 },
          { session_id: 'session-1', client_name: 'agent', client_version: '1', calls: 2, errors: 1 },
        ]);
      });
    });
  });

  it('say connected as the service does: not without a lease', async () => {
    await withService(async (service) => {
      await tell(service);
      const shown = async (): Promise<unknown> => {
        const { body } = await service.get('/v1/sessions/session-1');
        return asReader(service, 'default', async (client) => {
          const { rows } = await client.query(`
            select s.connected, s.document as session, a.connected as at_work, a.document -> 'session' as its_session
            from witness_v1.session_status s join witness_v1.agent_activity a using (session_id) where session_id = 'session-1'`);
          return { rows: rows as unknown, body };
        });
      };
      const rowsOf = (connected: boolean): object => ({
        body: { connected },
        rows: [{ connected, at_work: connected, session: { connected }, its_session: { connected } }],
      });
      expect(await shown()).toMatchObject(rowsOf(true));
      await service.database.ownerPool.query('update attempt_leases set expires_at = now()');
      expect(await shown()).toMatchObject(rowsOf(false));
    });
  });

  it('keep their columns', async () => {
    await withService(async ({ database }) => {
      expect((await database.ownerPool.query(columnsSql)).rows).toEqual([
        {
          table_name: 'agent_activity',
          columns:
            'tenant_id, session_id, agent_id, task_id, connected, client_name, client_version, host, working_directory, calls, errors, last_activity_at, document',
        },
        {
          table_name: 'attempt_report',
          columns:
            'tenant_id, session_id, attachment_attempt_id, ordinal, is_current, task_id, agent_id, entry, started_at, updated_at, ended_at, position, document',
        },
        {
          table_name: 'session_status',
          columns:
            'tenant_id, session_id, task_id, agent_id, connected, current_attempt_id, started_at, last_activity_at, ended_at, position, document',
        },
      ]);
    });
  });

  it('show a login its tenant alone, and a login of no tenant nothing', async () => {
    await withService(async (service) => {
      await tell(service);
      for (const tenant of ['somebody', null]) {
        await asReader(service, tenant, async (client) => {
          await client.query(`select set_config('witness.tenant', 'default', false)`);
          for (const view of ['session_status', 'attempt_report', 'agent_activity'])
            expect((await client.query(`select * from witness_v1.${view}`)).rows).toEqual([]);
          expect((await client.query(allowedSql)).rows).toEqual([
            { what: 'function public.reader_tenant', allowed: ['EXECUTE'] },
            { what: 'relation witness_v1.agent_activity', allowed: ['SELECT'] },
            { what: 'relation witness_v1.attempt_report', allowed: ['SELECT'] },
            { what: 'relation witness_v1.session_status', allowed: ['SELECT'] },
          ]);
          await expect(client.query('select * from public.es_events')).rejects.toThrow(/permission denied/);
          await expect(client.query('set role witness_app')).rejects.toThrow(/permission denied/);
          await expect(client.query('delete from witness_v1.session_status')).rejects.toThrow(
            /permission denied|cannot delete/,
          );
        });
      }
    });
  });
});

interface History {
  readonly current: object;
  readonly previous: readonly object[];
}
