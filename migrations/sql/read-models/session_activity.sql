-- What the list of agents shows of a session, and the shard that it belongs to.
alter table session_status
  add column shard smallint not null default 0,
  add column client text not null default '',
  add column calls integer not null default 0,
  add column errors integer not null default 0,
  add column last_activity_at timestamptz;

-- What changed in a shard since a place of the log, for processes that follow.
drop index session_status_position;
create index session_status_moved on session_status (generation, shard, position);
create index session_status_client on session_status (tenant_id, generation, client, last_activity_at desc) where status is not null;

comment on column session_status.client is 'As in client_totals.';
