-- People who signed in with the console. The browser holds a random cookie, and this its digest.
create table console_sessions (
  tenant_id text not null,
  hash bytea primary key,
  subject text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index console_sessions_expires on console_sessions (expires_at);

comment on column console_sessions.hash is 'SHA-256 of the cookie.';
comment on column console_sessions.subject is 'Who it is to the issuer: sub.';

grant select, insert, delete on console_sessions to witness_app;
