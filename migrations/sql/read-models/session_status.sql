-- One row per session: the fold of its own stream (`state`), what a list shows of it (`status`, JSON text), and what lists filter by.
create table session_status (
  tenant_id text not null,
  generation integer not null,
  session_id text not null,
  task_id text,
  agent_id text,
  connected boolean not null,
  connected_changed numeric(39, 0) not null,
  first_position numeric(39, 0) not null,
  position numeric(39, 0) not null,
  server_statuses text[] not null,
  search text not null,
  attempts text[] not null,
  state text not null,
  status text,
  primary key (tenant_id, session_id, generation)
) with (fillfactor = 80);

-- Lists run newest first by the session's first event, which never moves.
create index session_status_list on session_status (tenant_id, generation, first_position desc);
create index session_status_connected on session_status (tenant_id, generation, first_position desc) where connected;
create index session_status_connected_changed on session_status (tenant_id, generation, connected_changed);
create index session_status_task on session_status (tenant_id, generation, task_id, first_position desc) where task_id is not null;
-- What changed since a place of the log, for processes that follow.
create index session_status_position on session_status (generation, position);

comment on column session_status.connected_changed is 'Place of the log at which `connected` last became what it is.';
comment on column session_status.attempts is 'The attempts that its report is made from, newest first.';
comment on column session_status.status is 'Null until one of its attempts is known.';
comment on column session_status.search is 'Lower-case text that `q` is looked for in.';

grant select, insert, update, delete on session_status to witness_app;
