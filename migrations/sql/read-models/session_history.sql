-- The report of a session as others read it.
alter table public.session_status add column history text;

comment on column public.session_status.history is 'JSON text of the report, without tools; null until one of its attempts is known.';
