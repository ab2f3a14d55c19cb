-- One data key per session: payloads of its events are sealed with it before they are appended. Destroying the secret
-- erases them for good, while digests, hashes and blocks still verify.
create table session_keys (
  key_id text not null primary key,
  tenant_id text not null,
  session text not null,
  secret bytea,
  wrapped_by text,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  destroyed_at timestamptz,
  constraint session_keys_session unique (tenant_id, session),
  constraint session_keys_destroyed check ((secret is null) = (destroyed_at is not null))
) with (fillfactor = 80);

create index session_keys_destroyed_at on session_keys (destroyed_at) where destroyed_at is not null;
create index session_keys_touched_at on session_keys (tenant_id, touched_at) where destroyed_at is null;

comment on column session_keys.session is 'Name of the session''s own stream, which holds a digest of its id and not the id.';
comment on column session_keys.wrapped_by is 'Names the key that the secret is encrypted with; null: it is kept as it is.';
comment on column session_keys.touched_at is 'When an event of the session was last sealed, to about an hour.';

grant select, insert, update on session_keys to witness_app;
