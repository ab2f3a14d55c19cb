-- Keys end by a time, change their secret while the former lives on for a while, and say when they were used last.
alter table api_keys
  add column expires_at timestamptz,
  add column previous_hash bytea unique,
  add column previous_until timestamptz,
  add column rotated_at timestamptz,
  add column last_used_at timestamptz,
  add column rate_limit integer check (rate_limit > 0);

comment on column api_keys.previous_hash is 'SHA-256 of the secret before the last rotation; taken until previous_until.';
comment on column api_keys.last_used_at is 'To the minute, at most that much behind.';
comment on column api_keys.rate_limit is 'Requests a minute; null: as many as the settings of the service say.';

grant select, insert, update on api_keys to witness_tenant;
