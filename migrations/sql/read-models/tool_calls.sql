-- One row per tool call: what was called and how it went, never arguments or results.
create table tool_calls (
  tenant_id text not null,
  generation integer not null,
  session_id text not null,
  position numeric(39, 0) not null,
  attachment_attempt_id text not null,
  server_name text not null,
  tool_name text,
  connection_id text,
  started_at text not null,
  duration_ms double precision not null,
  outcome text not null,
  error_code text,
  result_bytes double precision not null,
  round_trips double precision not null,
  workspace text,
  recorded_at timestamptz not null,
  primary key (tenant_id, session_id, generation, position)
);

-- Retention goes by age.
create index tool_calls_recorded on tool_calls (recorded_at);

grant select, insert, update, delete on tool_calls to witness_app;
grant select on tool_calls to witness_tenant;
