-- Those whose data is kept apart. `default` is the one of a service that serves one.
create table public.tenants (
  tenant_id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);

comment on column public.tenants.closed_at is 'Since then no credential of the tenant is taken. Its data stays.';

insert into public.tenants (tenant_id, name) values ('default', 'Default');

grant select, insert, update on public.tenants to witness_app;
