-- The one live token of each attempt. A renewed token replaces the former; the end of the execution ends it.
create table attempt_tokens (
  tenant_id text not null,
  attachment_attempt_id text not null,
  hash bytea not null unique,
  issued_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, attachment_attempt_id)
);

comment on column attempt_tokens.hash is 'SHA-256 of the token.';

grant select, insert, update on attempt_tokens to witness_app;
