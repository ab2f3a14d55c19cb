create view witness_v1.attempt_report with (security_barrier) as
select s.tenant_id, s.session_id,
  a.document ->> 'attachment_attempt_id' as attachment_attempt_id,
  (a.document ->> 'ordinal')::integer as ordinal,
  a.age = 0 as is_current,
  a.document ->> 'task_id' as task_id,
  a.document ->> 'agent_id' as agent_id,
  a.document ->> 'entry' as entry,
  (a.document ->> 'started_at')::timestamptz as started_at,
  (a.document ->> 'updated_at')::timestamptz as updated_at,
  (a.document ->> 'ended_at')::timestamptz as ended_at,
  s.position::text as position,
  a.document
from public.session_status s
join public.projections p on p.name = 'session_reports' and p.state = 'live' and p.generation = s.generation
cross join lateral (select s.history::jsonb as history offset 0) h
cross join lateral (
  select 0 as age, h.history -> 'current' as document
  union all
  select e.place::integer, e.document from jsonb_array_elements(h.history -> 'previous') with ordinality as e (document, place)) a
where s.tenant_id = public.reader_tenant() and s.history is not null;

comment on view witness_v1.attempt_report is 'One row per attempt that the report of its session shows: the current one and the two before it.';
comment on column witness_v1.attempt_report.is_current is 'The attempt is the current one of its session.';
comment on column witness_v1.attempt_report.position is 'Place in the log of the newest event of the session that is folded in.';
comment on column witness_v1.attempt_report.document is 'The attempt as in GET /v1/sessions/{session_id}/report, without tools.';

grant select on witness_v1.attempt_report to witness_reader;
