-- Keys of other programs and people. The key itself is shown once, when it is made, and kept nowhere.
create table api_keys (
  tenant_id text not null,
  key_id text not null,
  name text not null,
  hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, key_id)
);

comment on column api_keys.hash is 'SHA-256 of the key.';

grant select, insert, update on api_keys to witness_app;
