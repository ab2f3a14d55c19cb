create or replace view witness_v1.agent_activity with (security_barrier) as
select s.tenant_id, s.session_id, s.agent_id, s.task_id,
  s.connected and l.alive as connected,
  nullif(s.client, '')::jsonb ->> 'name' as client_name,
  nullif(s.client, '')::jsonb ->> 'version' as client_version,
  s.status::jsonb ->> 'host' as host,
  s.status::jsonb ->> 'working_directory' as working_directory,
  s.calls, s.errors, s.last_activity_at,
  jsonb_build_object('session', s.status::jsonb || jsonb_build_object('connected', s.connected and l.alive),
    'client', nullif(s.client, '')::jsonb, 'calls', s.calls, 'errors', s.errors) as document
from public.session_status s
join public.projections p on p.name = 'session_reports' and p.state = 'live' and p.generation = s.generation
cross join lateral (select exists (
  select from public.attempt_leases a
  where a.tenant_id = s.tenant_id and a.attachment_attempt_id = s.attempts[1] and a.since <= now() and a.expires_at > now()
) as alive) l
where s.tenant_id = public.reader_tenant() and s.status is not null;

comment on column witness_v1.agent_activity.connected is 'The execution has not ended, and whoever runs it said lately that it lives.';
