-- Who did what with sensitive effect. Only ever added to; it is no evidence and part of no chain.
create table access_log (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  at timestamptz not null default now(),
  caller text not null,
  action text not null,
  object text
);

create index access_log_tenant on access_log (tenant_id, id desc);

comment on column access_log.object is 'What it was done to. An erased session is named by its stream, never by its id.';

create trigger access_log_refuse_change before update or delete or truncate on access_log
for each statement execute function public.es_refuse_change();

grant select, insert on access_log to witness_app;
grant select on access_log to witness_tenant;
