-- A signed chain over the whole log: each block stands for the events between two positions. It spans all tenants.
create table audit_blocks (
  number bigint not null primary key check (number > 0),
  first_position numeric(39, 0) not null,
  last_position numeric(39, 0) not null,
  events integer not null check (events > 0),
  root bytea not null,
  previous bytea not null,
  hash bytea not null,
  sealed_at text not null,
  key_id text not null references audit_keys (key_id),
  signature bytea not null
);

create unique index audit_blocks_last_position on audit_blocks (last_position);

comment on column audit_blocks.root is 'Root of the Merkle tree (RFC 9162) whose leaves are the hashes of the events, in position order.';
comment on column audit_blocks.previous is 'Hash of the block before; 32 zero bytes in the first.';
comment on column audit_blocks.sealed_at is 'RFC 3339 UTC, the exact text that the hash covers.';

create trigger audit_blocks_refuse_change before update or delete or truncate on audit_blocks
for each statement execute function public.es_refuse_change();

grant select, insert on audit_blocks to witness_app;
