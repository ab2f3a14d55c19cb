-- Which session put which catalog lately. Until the event that names it is projected nothing else tells that it is needed;
-- the projection sweeps rows that are older than what it has projected.
create table catalog_puts (
  tenant_id text not null,
  digest text not null,
  session text not null,
  put_at timestamptz not null default now(),
  primary key (tenant_id, session, digest)
);

create index catalog_puts_digest on catalog_puts (tenant_id, digest);
create index catalog_puts_put_at on catalog_puts (put_at);

comment on column catalog_puts.session is 'Name of the session''s own stream, which holds a digest of its id and not the id.';
comment on column catalog_puts.put_at is 'When an event that names the catalog was last about to be appended, to about a minute.';

grant select, insert, update, delete on catalog_puts to witness_app;
grant select, insert, update on catalog_puts to witness_tenant;

-- What puts a catalog asks whether its session was erased; of keys it sees no more.
grant select (tenant_id, session, destroyed_at) on session_keys to witness_tenant;
