-- Durable consumers of the feed: what each wants, and how far it is. Positions are places of the log.
create table subscriptions (
  tenant_id text not null,
  name text not null,
  selection text not null,
  acknowledged numeric(39, 0) not null,
  delivered numeric(39, 0) not null,
  scanned numeric(39, 0) not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, name),
  check (acknowledged <= delivered and acknowledged <= scanned)
) with (fillfactor = 50);

comment on column subscriptions.selection is 'JSON text: the values of each member that the events must fit.';
comment on column subscriptions.acknowledged is 'The consumer is done with everything up to here.';
comment on column subscriptions.delivered is 'The furthest event that was ever given out.';
comment on column subscriptions.scanned is 'Up to here everything is acknowledged or was not wanted: reading goes on after it.';

create index subscriptions_scanned on subscriptions (scanned);

grant select on subscriptions to witness_app;
grant select, insert, update, delete on subscriptions to witness_tenant;
