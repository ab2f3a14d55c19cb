create view witness_v1.agent_activity with (security_barrier) as
select s.tenant_id, s.session_id, s.agent_id, s.task_id, s.connected,
  nullif(s.client, '')::jsonb ->> 'name' as client_name,
  nullif(s.client, '')::jsonb ->> 'version' as client_version,
  s.status::jsonb ->> 'host' as host,
  s.status::jsonb ->> 'working_directory' as working_directory,
  s.calls, s.errors, s.last_activity_at,
  jsonb_build_object('session', s.status::jsonb, 'client', nullif(s.client, '')::jsonb, 'calls', s.calls, 'errors', s.errors) as document
from public.session_status s
join public.projections p on p.name = 'session_reports' and p.state = 'live' and p.generation = s.generation
where s.tenant_id = public.reader_tenant() and s.status is not null;

comment on view witness_v1.agent_activity is 'One row per session: who ran it, and how many tool calls it made. Sum over client_name for the totals of a client.';
comment on column witness_v1.agent_activity.client_name is 'As the client named itself; null where none did.';
comment on column witness_v1.agent_activity.calls is 'Tool calls of all attempts of the session.';
comment on column witness_v1.agent_activity.errors is 'Those of them that did not end well.';
comment on column witness_v1.agent_activity.document is 'The session as GET /v1/sessions/{session_id} answers it, its client, and the two counts.';

grant select on witness_v1.agent_activity to witness_reader;
