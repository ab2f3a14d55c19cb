create view witness_v1.session_status with (security_barrier) as
select s.tenant_id, s.session_id, s.task_id, s.agent_id, s.connected,
  s.status::jsonb ->> 'current_attempt_id' as current_attempt_id,
  (s.status::jsonb ->> 'started_at')::timestamptz as started_at,
  (s.status::jsonb ->> 'last_activity_at')::timestamptz as last_activity_at,
  (s.status::jsonb ->> 'ended_at')::timestamptz as ended_at,
  s.position::text as position,
  s.status::jsonb as document
from public.session_status s
join public.projections p on p.name = 'session_reports' and p.state = 'live' and p.generation = s.generation
where s.tenant_id = public.reader_tenant() and s.status is not null;

comment on view witness_v1.session_status is 'One row per session.';
comment on column witness_v1.session_status.position is 'Place in the log of the newest event that is folded in: decimal digits, ordered by length and then by text.';
comment on column witness_v1.session_status.document is 'As GET /v1/sessions/{session_id} answers it.';

grant select on witness_v1.session_status to witness_reader;
