-- Places of the log as text that orders as they do: a letter for the number of digits, then the digits. Behind the
-- tenant wall an index is searched by operators alone that are leakproof, as those of text are and those of numeric are
-- not; with numeric a page far down a list read every row above it. Both tables are rewritten, in the order in which rows of
-- a session are forgotten.
alter table tool_calls
  add column place text collate "C" not null
  generated always as (chr(64 + length(position::text)) || position::text) stored,
  drop constraint tool_calls_pkey,
  add primary key (tenant_id, session_id, generation, place);

alter table session_status
  add column first_place text collate "C" not null
  generated always as (chr(64 + length(first_position::text)) || first_position::text) stored;

drop index session_status_list, session_status_connected, session_status_connected_changed, session_status_task;

create index session_status_list on session_status (tenant_id, generation, first_place desc);
create index session_status_task on session_status (tenant_id, generation, task_id, first_place desc) where task_id is not null;

comment on column session_status.first_place is 'first_position, as text.';
comment on column tool_calls.place is 'position, as text.';
