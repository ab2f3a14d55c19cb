-- Until when the executor of an attempt counts as alive. Beside the log: only the loss of a lease is a fact of its own.
-- A lease without an executor belongs to a host that only sends evidence; every write renews it, and its end is no loss.
create table attempt_leases (
  tenant_id text not null,
  attachment_attempt_id text not null,
  executor_id text,
  since timestamptz not null,
  expires_at timestamptz not null,
  ended boolean not null default false,
  lost_at timestamptz,
  recorded boolean not null default false,
  primary key (tenant_id, attachment_attempt_id)
) with (fillfactor = 50);

create index attempt_leases_executor on attempt_leases (tenant_id, executor_id) where executor_id is not null;
create index attempt_leases_expiry on attempt_leases (expires_at);
create index attempt_leases_unrecorded on attempt_leases (lost_at) where lost_at is not null and not recorded;

comment on column attempt_leases.since is 'Since when it has been alive without a gap.';
comment on column attempt_leases.ended is 'Its evidence says that the execution ended: nothing renews the lease, and its end is no loss.';
comment on column attempt_leases.lost_at is 'When the executor was given up. The lease cannot be renewed since.';
comment on column attempt_leases.recorded is 'The loss is in the log.';

grant select, insert, update, delete on attempt_leases to witness_app, witness_tenant;
