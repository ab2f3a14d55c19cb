-- What operators ask of executors, for as long as it is open: whichever process holds the executor's socket passes it on, and
-- the process that asked reads the answer and removes the row. Answers are sealed for that process alone.
create table executor_requests (
  id uuid primary key,
  tenant_id text not null,
  executor_id text not null,
  kind text not null,
  data text not null,
  seal_key bytea not null,
  deadline_at timestamptz not null,
  answer bytea
);

create index executor_requests_executor on executor_requests (tenant_id, executor_id);

comment on column executor_requests.seal_key is 'X25519 public key of who asked; its other half never leaves that process.';
comment on column executor_requests.answer is 'Sealed for seal_key.';

grant select, insert, update, delete on executor_requests to witness_app, witness_tenant;
