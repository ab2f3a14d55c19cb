-- Sessions, calls and errors of each client, one row per shard that has any, so that shards never wait for each other.
create table client_totals (
  tenant_id text not null,
  generation integer not null,
  shard smallint not null,
  client text not null,
  sessions bigint not null,
  calls bigint not null,
  errors bigint not null,
  primary key (tenant_id, generation, client, shard)
) with (fillfactor = 50);

comment on column client_totals.client is 'JSON text of the client as it named itself; empty where no client did.';

grant select, insert, update, delete on client_totals to witness_app;
grant select on client_totals to witness_tenant;
