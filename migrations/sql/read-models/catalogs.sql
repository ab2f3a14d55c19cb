-- Tool catalogs by the digest that events carry. `body` is the JSON text of a limited catalog: an array of tools by name.
-- Ingest writes a catalog before it appends the event that names it, and touches it when it is there already.
-- The projection refers to it from current attempts and sweeps what none refers to.
create table catalogs (
  tenant_id text not null,
  digest text not null,
  body text not null,
  touched_at timestamptz not null default now(),
  primary key (tenant_id, digest)
);

create index catalogs_touched on catalogs (touched_at);

comment on column catalogs.touched_at is 'When an event that names it was last about to be appended.';

grant select, insert, update, delete on catalogs to witness_app;
