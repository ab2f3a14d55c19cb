-- The log. Text, not jsonb: the exact bytes are what the digest covers, and it is twice as fast both ways.
create table public.es_events (
  position bigint not null,
  recorded_at timestamptz not null,
  append_id uuid not null,
  stream_position bigint not null,
  schema_version smallint not null,
  appended_any boolean not null,
  tenant_id text collate "C" not null,
  stream text collate "C" not null,
  event_id text collate "C" not null,
  type text collate "C" not null,
  data text not null,
  meta text,
  key_id text,
  digest bytea not null,
  hash bytea not null,
  constraint es_events_pkey primary key (position),
  constraint es_events_stream_key unique (tenant_id, stream, stream_position)
);

comment on column public.es_events.appended_any is 'First event of an append that expected no certain length: its append_id is looked up in the whole stream.';
comment on column public.es_events.key_id is 'The key that data is encrypted with, when it is.';
comment on column public.es_events.digest is 'SHA-256 of data.';
comment on column public.es_events.hash is 'Chains the event to the one before it in its stream; es_append says over which bytes.';

create unique index es_events_any_key on public.es_events (tenant_id, stream, append_id) where appended_any;
