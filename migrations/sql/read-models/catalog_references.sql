-- Which current attempt needs which catalog, in each generation. A superseded attempt has no rows here.
create table catalog_references (
  tenant_id text not null,
  digest text not null,
  generation integer not null,
  attachment_attempt_id text not null,
  primary key (tenant_id, digest, generation, attachment_attempt_id)
);

create index catalog_references_attempt on catalog_references (tenant_id, attachment_attempt_id, generation);

grant select, insert, update, delete on catalog_references to witness_app;
