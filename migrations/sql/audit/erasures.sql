-- Erasures of sessions, each begun here before anything else, so that one that was interrupted is completed later.
create table erasures (
  tenant_id text not null,
  session text not null,
  reason text not null check (reason in ('request', 'retention')),
  requested_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (tenant_id, session)
);

create index erasures_pending on erasures (requested_at) where completed_at is null;

comment on column erasures.session is 'Name of the session''s own stream, which holds a digest of its id and not the id.';

grant select, insert, update on erasures to witness_app;
