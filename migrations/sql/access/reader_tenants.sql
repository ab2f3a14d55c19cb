-- Whose rows a login of witness_reader sees in the views. A login that is not here sees none.
create table public.reader_tenants (
  login name primary key,
  tenant_id text not null
);

comment on table public.reader_tenants is 'Filled by an administrator: insert into reader_tenants values (''grafana'', ''default'').';

create function public.reader_tenant() returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select tenant_id from public.reader_tenants where login = session_user $$;

comment on function public.reader_tenant() is 'The tenant of whoever logged in: views that witness_reader may read compare tenant_id with it. Null: none.';

revoke all on function public.reader_tenant() from public;
grant execute on function public.reader_tenant() to witness_reader;
