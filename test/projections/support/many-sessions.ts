import type { TestDatabase } from '../../support/database.ts';

/**
 * Sessions `s1` and on of many tenants, each second one of `default`, each with its attempt, of 50 clients and 500 tasks;
 * none has ended. One in 200 has a lease that is alive. The first of `default`, `s2`, has 5,000 calls.
 */
export async function fillSessions({ ownerPool }: TestDatabase, sessions: number): Promise<void> {
  const tenant = `case when n % 2 = 0 then 'default' else 'tenant-' || n % 50 end`;
  await ownerPool.query(
    `insert into session_status (tenant_id, generation, session_id, task_id, agent_id, connected, connected_changed,
      first_position, position, server_statuses, search, attempts, state, status, client, last_activity_at)
    select ${tenant}, 1, 's' || n, 't' || n % 500, 'a', true, n, n, n, '{delivered}', 's' || n, array['a' || n], '{}',
      jsonb_build_object('session_id', 's' || n, 'connected', true)::text, 'c' || n % 50, now()
    from generate_series(1, $1::int) n`,
    [sessions],
  );
  await ownerPool.query(
    `insert into attempt_report (tenant_id, generation, attachment_attempt_id, session_id, position, state)
    select ${tenant}, 1, 'a' || n, 's' || n, n, '{}' from generate_series(1, $1::int) n`,
    [sessions],
  );
  await ownerPool.query(
    `insert into attempt_leases (tenant_id, attachment_attempt_id, since, expires_at)
    select ${tenant}, 'a' || n, now() - interval '1 hour', now() + case when n % 200 = 0 then 1 else -1 end * interval '10 minutes'
    from generate_series(1, $1::int) n`,
    [sessions],
  );
  await ownerPool.query(
    `insert into client_totals (tenant_id, generation, shard, client, sessions, calls, errors)
    select 'default', 1, 0, 'c' || n, 1, 0, 0 from generate_series(0, 49) n`,
  );
  await ownerPool.query(
    `insert into tool_calls (tenant_id, generation, session_id, position, attachment_attempt_id, server_name, started_at, duration_ms,
      outcome, result_bytes, round_trips, recorded_at)
    select 'default', 1, 's2', n, 'a2', 'hub', '', 1, 'ok', 1, 1, now() from generate_series(1, 5000) n`,
  );
  await ownerPool.query(
    'analyze session_status, attempt_report, attempt_leases, client_totals, tool_calls, projections',
  );
}
