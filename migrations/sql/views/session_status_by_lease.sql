create or replace view witness_v1.session_status with (security_barrier) as
select s.tenant_id, s.session_id, s.task_id, s.agent_id,
  s.connected and l.alive as connected,
  s.status::jsonb ->> 'current_attempt_id' as current_attempt_id,
  (s.status::jsonb ->> 'started_at')::timestamptz as started_at,
  (s.status::jsonb ->> 'last_activity_at')::timestamptz as last_activity_at,
  (s.status::jsonb ->> 'ended_at')::timestamptz as ended_at,
  s.position::text as position,
  s.status::jsonb || jsonb_build_object('connected', s.connected and l.alive) as document
from public.session_status s
join public.projections p on p.name = 'session_reports' and p.state = 'live' and p.generation = s.generation
cross join lateral (select exists (
  select from public.attempt_leases a
  where a.tenant_id = s.tenant_id and a.attachment_attempt_id = s.attempts[1] and a.since <= now() and a.expires_at > now()
) as alive) l
where s.tenant_id = public.reader_tenant() and s.status is not null;

comment on column witness_v1.session_status.connected is 'The execution has not ended, and whoever runs it said lately that it lives.';
