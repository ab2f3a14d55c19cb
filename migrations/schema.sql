-- The schema after every migration, read from the catalogs. Written by `npm run schema`, checked by a test.
-- It is for reading and for review: the migrations are what makes a database.

-- roles

create role witness_app nologin;
create role witness_reader nologin;
create role witness_tenant nologin;

-- schemas

create schema witness_v1;

-- sequences

create sequence public.access_log_id_seq as bigint start 1 increment 1 owned by public.access_log.id;
create sequence public.migrations_id_seq as integer start 1 increment 1 owned by public.migrations.id;

-- tables

create table public.access_log (
  id bigint not null generated always as identity,
  tenant_id text not null,
  at timestamp with time zone not null default now(),
  caller text not null,
  action text not null,
  object text
);

create table public.api_keys (
  tenant_id text not null,
  key_id text not null,
  name text not null,
  hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  expires_at timestamp with time zone,
  previous_hash bytea,
  previous_until timestamp with time zone,
  rotated_at timestamp with time zone,
  last_used_at timestamp with time zone,
  rate_limit integer
);

create table public.attempt_leases (
  tenant_id text not null,
  attachment_attempt_id text not null,
  executor_id text,
  since timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended boolean not null default false,
  lost_at timestamp with time zone,
  recorded boolean not null default false,
  left_at timestamp with time zone
) with (fillfactor=50);

create table public.attempt_report (
  tenant_id text not null,
  generation integer not null,
  attachment_attempt_id text not null,
  session_id text not null,
  "position" numeric(39,0) not null,
  state text not null
) with (fillfactor=80);

create table public.attempt_tokens (
  tenant_id text not null,
  attachment_attempt_id text not null,
  hash bytea not null,
  issued_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone
);

create table public.audit_blocks (
  number bigint not null,
  first_position numeric(39,0) not null,
  last_position numeric(39,0) not null,
  events integer not null,
  root bytea not null,
  previous bytea not null,
  hash bytea not null,
  sealed_at text not null,
  key_id text not null,
  signature bytea not null
);

create table public.audit_keys (
  key_id text not null,
  public_key bytea not null,
  first_seen_at timestamp with time zone not null default now()
);

create table public.catalog_puts (
  tenant_id text not null,
  digest text not null,
  session text not null,
  put_at timestamp with time zone not null default now()
);

create table public.catalog_references (
  tenant_id text not null,
  digest text not null,
  generation integer not null,
  attachment_attempt_id text not null
);

create table public.catalogs (
  tenant_id text not null,
  digest text not null,
  body text not null,
  touched_at timestamp with time zone not null default now()
);

create table public.client_totals (
  tenant_id text not null,
  generation integer not null,
  shard smallint not null,
  client text not null,
  sessions bigint not null,
  calls bigint not null,
  errors bigint not null
) with (fillfactor=50);

create table public.console_sessions (
  tenant_id text not null,
  hash bytea not null,
  subject text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
);

create table public.erasures (
  tenant_id text not null,
  session text not null,
  reason text not null,
  requested_at timestamp with time zone not null default now(),
  completed_at timestamp with time zone
);

create table public.es_events (
  "position" bigint not null,
  recorded_at timestamp with time zone not null,
  append_id uuid not null,
  stream_position bigint not null,
  schema_version smallint not null,
  appended_any boolean not null,
  tenant_id text not null,
  stream text not null,
  event_id text not null,
  type text not null,
  data text not null,
  meta text,
  key_id text,
  digest bytea not null,
  hash bytea not null
);

create table public.es_head (
  one boolean not null default true,
  "position" bigint not null,
  recorded_at timestamp with time zone not null
) with (fillfactor=10);

create table public.executor_requests (
  id uuid not null,
  tenant_id text not null,
  executor_id text not null,
  kind text not null,
  data text not null,
  seal_key bytea not null,
  deadline_at timestamp with time zone not null,
  answer bytea
);

create table public.migrations (
  id integer not null default nextval('public.migrations_id_seq'::regclass),
  "timestamp" bigint not null,
  name character varying not null
);

create table public.projection_shards (
  name text not null,
  generation integer not null,
  shard smallint not null,
  "position" numeric(39,0) not null default 0,
  recorded_at timestamp with time zone,
  epoch bigint not null default 0,
  owner uuid,
  updated_at timestamp with time zone not null default now()
) with (fillfactor=50);

create table public.projections (
  name text not null,
  generation integer not null,
  version integer not null,
  state text not null,
  skipped_events bigint not null default 0,
  last_skipped numeric(39,0),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
) with (fillfactor=50);

create table public.reader_tenants (
  login name not null,
  tenant_id text not null
);

create unlogged table public.service_processes (
  process_id uuid not null,
  seen_at timestamp with time zone not null default now()
);

create table public.session_keys (
  key_id text not null,
  tenant_id text not null,
  session text not null,
  secret bytea,
  wrapped_by text,
  created_at timestamp with time zone not null default now(),
  touched_at timestamp with time zone not null default now(),
  destroyed_at timestamp with time zone
) with (fillfactor=80);

create table public.session_status (
  tenant_id text not null,
  generation integer not null,
  session_id text not null,
  task_id text,
  agent_id text,
  connected boolean not null,
  connected_changed numeric(39,0) not null,
  first_position numeric(39,0) not null,
  "position" numeric(39,0) not null,
  server_statuses text[] not null,
  search text not null,
  attempts text[] not null,
  state text not null,
  status text,
  shard smallint not null default 0,
  client text not null default ''::text,
  calls integer not null default 0,
  errors integer not null default 0,
  last_activity_at timestamp with time zone,
  history text,
  first_place text not null generated always as ((chr((64 + length((first_position)::text))) || (first_position)::text)) stored
) with (fillfactor=80);

create table public.subscriptions (
  tenant_id text not null,
  name text not null,
  selection text not null,
  acknowledged numeric(39,0) not null,
  delivered numeric(39,0) not null,
  scanned numeric(39,0) not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
) with (fillfactor=50);

create table public.tenant_retention (
  tenant_id text not null,
  read_model_days integer,
  log_days integer,
  changed_at timestamp with time zone not null default now()
);

create table public.tenants (
  tenant_id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone
);

create table public.tool_calls (
  tenant_id text not null,
  generation integer not null,
  session_id text not null,
  "position" numeric(39,0) not null,
  attachment_attempt_id text not null,
  server_name text not null,
  tool_name text,
  connection_id text,
  started_at text not null,
  duration_ms double precision not null,
  outcome text not null,
  error_code text,
  result_bytes double precision not null,
  round_trips double precision not null,
  workspace text,
  recorded_at timestamp with time zone not null,
  place text not null generated always as ((chr((64 + length(("position")::text))) || ("position")::text)) stored
);


-- constraints

alter table public.access_log add constraint access_log_pkey PRIMARY KEY (id);
alter table public.api_keys add constraint api_keys_hash_key UNIQUE (hash);
alter table public.api_keys add constraint api_keys_previous_hash_key UNIQUE (previous_hash);
alter table public.api_keys add constraint api_keys_pkey PRIMARY KEY (tenant_id, key_id);
alter table public.api_keys add constraint api_keys_rate_limit_check CHECK ((rate_limit > 0));
alter table public.attempt_leases add constraint attempt_leases_pkey PRIMARY KEY (tenant_id, attachment_attempt_id);
alter table public.attempt_report add constraint attempt_report_pkey PRIMARY KEY (tenant_id, attachment_attempt_id, generation);
alter table public.attempt_tokens add constraint attempt_tokens_hash_key UNIQUE (hash);
alter table public.attempt_tokens add constraint attempt_tokens_pkey PRIMARY KEY (tenant_id, attachment_attempt_id);
alter table public.audit_blocks add constraint audit_blocks_pkey PRIMARY KEY (number);
alter table public.audit_blocks add constraint audit_blocks_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.audit_keys(key_id);
alter table public.audit_blocks add constraint audit_blocks_events_check CHECK ((events > 0));
alter table public.audit_blocks add constraint audit_blocks_number_check CHECK ((number > 0));
alter table public.audit_keys add constraint audit_keys_pkey PRIMARY KEY (key_id);
alter table public.catalog_puts add constraint catalog_puts_pkey PRIMARY KEY (tenant_id, session, digest);
alter table public.catalog_references add constraint catalog_references_pkey PRIMARY KEY (tenant_id, digest, generation, attachment_attempt_id);
alter table public.catalogs add constraint catalogs_pkey PRIMARY KEY (tenant_id, digest);
alter table public.client_totals add constraint client_totals_pkey PRIMARY KEY (tenant_id, generation, client, shard);
alter table public.console_sessions add constraint console_sessions_pkey PRIMARY KEY (hash);
alter table public.erasures add constraint erasures_pkey PRIMARY KEY (tenant_id, session);
alter table public.erasures add constraint erasures_reason_check CHECK ((reason = ANY (ARRAY['request'::text, 'retention'::text])));
alter table public.es_events add constraint es_events_stream_key UNIQUE (tenant_id, stream, stream_position);
alter table public.es_events add constraint es_events_pkey PRIMARY KEY ("position");
alter table public.es_head add constraint es_head_pkey PRIMARY KEY (one);
alter table public.es_head add constraint es_head_one_check CHECK (one);
alter table public.executor_requests add constraint executor_requests_pkey PRIMARY KEY (id);
alter table public.migrations add constraint "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
alter table public.projection_shards add constraint projection_shards_pkey PRIMARY KEY (name, generation, shard);
alter table public.projection_shards add constraint projection_shards_name_generation_fkey FOREIGN KEY (name, generation) REFERENCES public.projections(name, generation) ON DELETE CASCADE;
alter table public.projections add constraint projections_pkey PRIMARY KEY (name, generation);
alter table public.projections add constraint projections_generation_check CHECK ((generation > 0));
alter table public.projections add constraint projections_state_check CHECK ((state = ANY (ARRAY['building'::text, 'live'::text, 'retired'::text])));
alter table public.projections add constraint projections_version_check CHECK ((version > 0));
alter table public.reader_tenants add constraint reader_tenants_pkey PRIMARY KEY (login);
alter table public.service_processes add constraint service_processes_pkey PRIMARY KEY (process_id);
alter table public.session_keys add constraint session_keys_session UNIQUE (tenant_id, session);
alter table public.session_keys add constraint session_keys_pkey PRIMARY KEY (key_id);
alter table public.session_keys add constraint session_keys_destroyed CHECK (((secret IS NULL) = (destroyed_at IS NOT NULL)));
alter table public.session_status add constraint session_status_pkey PRIMARY KEY (tenant_id, session_id, generation);
alter table public.subscriptions add constraint subscriptions_pkey PRIMARY KEY (tenant_id, name);
alter table public.subscriptions add constraint subscriptions_check CHECK (((acknowledged <= delivered) AND (acknowledged <= scanned)));
alter table public.tenant_retention add constraint tenant_retention_pkey PRIMARY KEY (tenant_id);
alter table public.tenant_retention add constraint tenant_retention_log_days_check CHECK ((log_days > 0));
alter table public.tenant_retention add constraint tenant_retention_read_model_days_check CHECK ((read_model_days > 0));
alter table public.tenants add constraint tenants_pkey PRIMARY KEY (tenant_id);
alter table public.tool_calls add constraint tool_calls_pkey PRIMARY KEY (tenant_id, session_id, generation, place);

-- indexes

CREATE INDEX access_log_tenant ON public.access_log USING btree (tenant_id, id DESC);
CREATE INDEX attempt_leases_executor ON public.attempt_leases USING btree (tenant_id, executor_id) WHERE (executor_id IS NOT NULL);
CREATE INDEX attempt_leases_expiry ON public.attempt_leases USING btree (expires_at);
CREATE INDEX attempt_leases_unrecorded ON public.attempt_leases USING btree (lost_at) WHERE ((lost_at IS NOT NULL) AND (NOT recorded));
CREATE UNIQUE INDEX audit_blocks_last_position ON public.audit_blocks USING btree (last_position);
CREATE INDEX catalog_puts_digest ON public.catalog_puts USING btree (tenant_id, digest);
CREATE INDEX catalog_puts_put_at ON public.catalog_puts USING btree (put_at);
CREATE INDEX catalog_references_attempt ON public.catalog_references USING btree (tenant_id, attachment_attempt_id, generation);
CREATE INDEX catalogs_touched ON public.catalogs USING btree (touched_at);
CREATE INDEX console_sessions_expires ON public.console_sessions USING btree (expires_at);
CREATE INDEX erasures_pending ON public.erasures USING btree (requested_at) WHERE (completed_at IS NULL);
CREATE UNIQUE INDEX es_events_any_key ON public.es_events USING btree (tenant_id, stream, append_id) WHERE appended_any;
CREATE INDEX executor_requests_executor ON public.executor_requests USING btree (tenant_id, executor_id);
CREATE UNIQUE INDEX projections_one_live ON public.projections USING btree (name) WHERE (state = 'live'::text);
CREATE INDEX session_keys_destroyed_at ON public.session_keys USING btree (destroyed_at) WHERE (destroyed_at IS NOT NULL);
CREATE INDEX session_keys_touched_at ON public.session_keys USING btree (tenant_id, touched_at) WHERE (destroyed_at IS NULL);
CREATE INDEX session_status_client ON public.session_status USING btree (tenant_id, generation, client, last_activity_at DESC) WHERE (status IS NOT NULL);
CREATE INDEX session_status_list ON public.session_status USING btree (tenant_id, generation, first_place DESC);
CREATE INDEX session_status_moved ON public.session_status USING btree (generation, shard, "position");
CREATE INDEX session_status_task ON public.session_status USING btree (tenant_id, generation, task_id, first_place DESC) WHERE (task_id IS NOT NULL);
CREATE INDEX subscriptions_scanned ON public.subscriptions USING btree (scanned);
CREATE INDEX tool_calls_recorded ON public.tool_calls USING btree (recorded_at);

-- views

create view witness_v1.agent_activity with (security_barrier=true) as
 SELECT s.tenant_id,
    s.session_id,
    s.agent_id,
    s.task_id,
    (s.connected AND l.alive) AS connected,
    ((NULLIF(s.client, ''::text))::jsonb ->> 'name'::text) AS client_name,
    ((NULLIF(s.client, ''::text))::jsonb ->> 'version'::text) AS client_version,
    ((s.status)::jsonb ->> 'host'::text) AS host,
    ((s.status)::jsonb ->> 'working_directory'::text) AS working_directory,
    s.calls,
    s.errors,
    s.last_activity_at,
    jsonb_build_object('session', ((s.status)::jsonb || jsonb_build_object('connected', (s.connected AND l.alive))), 'client', (NULLIF(s.client, ''::text))::jsonb, 'calls', s.calls, 'errors', s.errors) AS document
   FROM ((public.session_status s
     JOIN public.projections p ON (((p.name = 'session_reports'::text) AND (p.state = 'live'::text) AND (p.generation = s.generation))))
     CROSS JOIN LATERAL ( SELECT (EXISTS ( SELECT
                   FROM public.attempt_leases a
                  WHERE ((a.tenant_id = s.tenant_id) AND (a.attachment_attempt_id = s.attempts[1]) AND (a.since <= now()) AND (a.expires_at > now())))) AS alive) l)
  WHERE ((s.tenant_id = public.reader_tenant()) AND (s.status IS NOT NULL));

create view witness_v1.attempt_report with (security_barrier=true) as
 SELECT s.tenant_id,
    s.session_id,
    (a.document ->> 'attachment_attempt_id'::text) AS attachment_attempt_id,
    ((a.document ->> 'ordinal'::text))::integer AS ordinal,
    (a.age = 0) AS is_current,
    (a.document ->> 'task_id'::text) AS task_id,
    (a.document ->> 'agent_id'::text) AS agent_id,
    (a.document ->> 'entry'::text) AS entry,
    ((a.document ->> 'started_at'::text))::timestamp with time zone AS started_at,
    ((a.document ->> 'updated_at'::text))::timestamp with time zone AS updated_at,
    ((a.document ->> 'ended_at'::text))::timestamp with time zone AS ended_at,
    (s."position")::text AS "position",
    a.document
   FROM (((public.session_status s
     JOIN public.projections p ON (((p.name = 'session_reports'::text) AND (p.state = 'live'::text) AND (p.generation = s.generation))))
     CROSS JOIN LATERAL ( SELECT (s.history)::jsonb AS history
         OFFSET 0) h)
     CROSS JOIN LATERAL ( SELECT 0 AS age,
            (h.history -> 'current'::text) AS document
        UNION ALL
         SELECT (e.place)::integer AS place,
            e.document
           FROM jsonb_array_elements((h.history -> 'previous'::text)) WITH ORDINALITY e(document, place)) a)
  WHERE ((s.tenant_id = public.reader_tenant()) AND (s.history IS NOT NULL));

create view witness_v1.session_status with (security_barrier=true) as
 SELECT s.tenant_id,
    s.session_id,
    s.task_id,
    s.agent_id,
    (s.connected AND l.alive) AS connected,
    ((s.status)::jsonb ->> 'current_attempt_id'::text) AS current_attempt_id,
    (((s.status)::jsonb ->> 'started_at'::text))::timestamp with time zone AS started_at,
    (((s.status)::jsonb ->> 'last_activity_at'::text))::timestamp with time zone AS last_activity_at,
    (((s.status)::jsonb ->> 'ended_at'::text))::timestamp with time zone AS ended_at,
    (s."position")::text AS "position",
    ((s.status)::jsonb || jsonb_build_object('connected', (s.connected AND l.alive))) AS document
   FROM ((public.session_status s
     JOIN public.projections p ON (((p.name = 'session_reports'::text) AND (p.state = 'live'::text) AND (p.generation = s.generation))))
     CROSS JOIN LATERAL ( SELECT (EXISTS ( SELECT
                   FROM public.attempt_leases a
                  WHERE ((a.tenant_id = s.tenant_id) AND (a.attachment_attempt_id = s.attempts[1]) AND (a.since <= now()) AND (a.expires_at > now())))) AS alive) l)
  WHERE ((s.tenant_id = public.reader_tenant()) AND (s.status IS NOT NULL));


-- functions

CREATE OR REPLACE FUNCTION public.es_append(append_ids uuid[], tenants text[], streams text[], expected bigint[], counts integer[], owners integer[], places integer[], event_ids text[], types text[], schema_versions integer[], datas text[], metas text[], key_ids text[])
 RETURNS TABLE(number integer, outcome text, stream_position bigint, "position" bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET lock_timeout TO '2s'
AS $function$
#variable_conflict use_column
declare
  head bigint;
  started timestamptz;
  started_us bigint;
  zeros constant bytea := decode(repeat('00', 32), 'hex');
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'es_append needs READ COMMITTED: under another level it would not see what was appended while it waited.'
      using errcode = 'invalid_transaction_state';
  end if;

  if pg_client_encoding() <> 'UTF8' then
    raise exception 'es_append needs the client encoding UTF8: the chain is defined over UTF-8.' using errcode = 'invalid_parameter_value';
  end if;

  select h.position, greatest(clock_timestamp(), h.recorded_at + interval '1 microsecond')
    into head, started from public.es_head h for update;
  started_us := (extract(epoch from started) * 1000000)::bigint;

  return query
  with measured as materialized (
    select number::int as number, id, tenant, asked.stream, wanted, n,
      coalesce(last.stream_position + 1, 0) as length, coalesce(last.hash, zeros) as previous
    from unnest(append_ids, tenants, streams, expected, counts) with ordinality as asked(id, tenant, stream, wanted, n, number)
    left join lateral (
      select e.stream_position, e.hash from public.es_events e
      where e.tenant_id = asked.tenant and e.stream = asked.stream order by e.stream_position desc limit 1) last on true),
  found as materialized (
    select measured.*,
      case when wanted = length then null
        when wanted = -1 then (
          select e.stream_position from public.es_events e
          where e.appended_any and e.tenant_id = tenant and e.stream = measured.stream and e.append_id = id)
        else (
          select e.stream_position from public.es_events e
          where e.tenant_id = tenant and e.stream = measured.stream and e.stream_position = wanted and e.append_id = id)
      end as known
    from measured),
  fitting as materialized (
    select found.*, (head + sum(n) over (order by number rows unbounded preceding) - n)::bigint as base
    from found where known is null and (wanted = length or wanted = -1)),
  stored as (
    insert into public.es_events (position, recorded_at, append_id, stream_position, schema_version, appended_any,
      tenant_id, stream, event_id, type, data, meta, key_id, digest, hash)
    select position, started + (position - head - 1) * interval '1 microsecond', id, stream_position, schema_version, is_any,
      tenant, stream, event_id, type, data, meta, key_id, digest,
      public.es_chain(previous, record_send(row(position, stream_position, started_us + (position - head - 1), schema_version,
        id, digest, tenant, stream, event_id, type, key_id, meta))) over (partition by number order by position rows unbounded preceding)
    from (
      select f.number, f.id, f.tenant, f.stream, f.previous, f.wanted = -1 and e.place = 0 as is_any,
        f.base + 1 + e.place as position, f.length + e.place as stream_position,
        e.event_id, e.type, e.schema_version, e.data, e.meta, e.key_id, sha256(convert_to(e.data, 'UTF8')) as digest
      from unnest(owners, places, event_ids, types, schema_versions, datas, metas, key_ids)
        as e(owner, place, event_id, type, schema_version, data, meta, key_id)
      join fitting f on f.number = e.owner
      offset 0) prepared),
  moved as (
    update public.es_head set position = head + total.n, recorded_at = started + (total.n - 1) * interval '1 microsecond'
    from (select sum(n)::bigint as n from fitting) total where total.n > 0
    returning pg_notify('es_events', ''))
  select found.number,
    case
      when base is not null then 'appended'
      when known is null then 'conflict'
      when exists (
        select from (
          select * from unnest(owners, places, event_ids, types, schema_versions, datas, metas, key_ids)
            as e(owner, place, event_id, type, schema_version, data, meta, key_id) where owner = found.number) sent
        full join (
          select e.* from public.es_events e
          where e.tenant_id = tenant and e.stream = found.stream and e.append_id = id
            and e.stream_position between known and known + found.n) kept
          on kept.stream_position = known + sent.place
        where (sent.event_id, sent.type, sent.schema_version, sent.data, sent.meta, sent.key_id)
          is distinct from (kept.event_id, kept.type, kept.schema_version::int, kept.data, kept.meta, kept.key_id)) then 'mismatch'
      else 'duplicate' end,
    coalesce(known, length),
    case when base is not null then base + found.n else (
      select e.position from public.es_events e
      where e.tenant_id = tenant and e.stream = found.stream and e.stream_position = known + found.n - 1) end
  from found left join (select number, base from fitting) placed using (number) order by 1;
end $function$
;

CREATE OR REPLACE FUNCTION public.es_chain_step(state bytea, previous bytea, fields bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return pg_catalog.sha256(coalesce(state, previous) || fields);
end $function$
;

CREATE OR REPLACE FUNCTION public.es_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'The event log refuses % of %: what was recorded is never changed.', tg_op, tg_table_name
    using errcode = 'insufficient_privilege', hint = 'Append an event that corrects the earlier one.';
end $function$
;

CREATE OR REPLACE FUNCTION public.reader_tenant()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select tenant_id from public.reader_tenants where login = session_user $function$
;


-- triggers

CREATE TRIGGER access_log_refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.access_log FOR EACH STATEMENT EXECUTE FUNCTION public.es_refuse_change();
CREATE TRIGGER audit_blocks_refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_blocks FOR EACH STATEMENT EXECUTE FUNCTION public.es_refuse_change();
CREATE TRIGGER es_events_refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.es_events FOR EACH STATEMENT EXECUTE FUNCTION public.es_refuse_change();
CREATE TRIGGER es_head_refuse_removal BEFORE DELETE OR TRUNCATE ON public.es_head FOR EACH STATEMENT EXECUTE FUNCTION public.es_refuse_change();

-- policies

alter table public.access_log enable row level security;
create policy service on public.access_log as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.access_log as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.api_keys enable row level security;
create policy service on public.api_keys as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.api_keys as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.attempt_leases enable row level security;
create policy service on public.attempt_leases as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.attempt_leases as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.attempt_report enable row level security;
create policy service on public.attempt_report as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.attempt_report as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.attempt_tokens enable row level security;
create policy service on public.attempt_tokens as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.attempt_tokens as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.catalog_puts enable row level security;
create policy service on public.catalog_puts as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.catalog_puts as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.catalog_references enable row level security;
create policy service on public.catalog_references as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.catalog_references as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.catalogs enable row level security;
create policy service on public.catalogs as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.catalogs as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.client_totals enable row level security;
create policy service on public.client_totals as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.client_totals as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.console_sessions enable row level security;
create policy service on public.console_sessions as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.console_sessions as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.erasures enable row level security;
create policy service on public.erasures as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.erasures as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.es_events enable row level security;
create policy service on public.es_events as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.es_events as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.executor_requests enable row level security;
create policy service on public.executor_requests as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.executor_requests as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.reader_tenants enable row level security;
create policy service on public.reader_tenants as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.reader_tenants as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.session_keys enable row level security;
create policy service on public.session_keys as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.session_keys as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.session_status enable row level security;
create policy service on public.session_status as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.session_status as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.subscriptions enable row level security;
create policy service on public.subscriptions as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.subscriptions as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.tenant_retention enable row level security;
create policy service on public.tenant_retention as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.tenant_retention as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.tenants enable row level security;
create policy service on public.tenants as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.tenants as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));
alter table public.tool_calls enable row level security;
create policy service on public.tool_calls as PERMISSIVE for ALL to witness_app using (true) with check (true);
create policy tenant on public.tool_calls as PERMISSIVE for ALL to witness_tenant using ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting))) with check ((tenant_id = ( SELECT current_setting('witness.tenant'::text, true) AS current_setting)));

-- grants

grant execute on function public.es_append(uuid[],text[],text[],bigint[],integer[],integer[],integer[],text[],text[],integer[],text[],text[],text[]) to witness_app;
grant execute on function public.reader_tenant() to witness_reader;
grant usage on schema public to public;
grant usage on schema public to witness_app;
grant usage on schema public to witness_reader;
grant usage on schema public to witness_tenant;
grant usage on schema witness_v1 to witness_reader;
grant insert, select on table public.access_log to witness_app;
grant select on table public.access_log to witness_tenant;
grant insert, select, update on table public.api_keys to witness_app;
grant insert, select, update on table public.api_keys to witness_tenant;
grant delete, insert, select, update on table public.attempt_leases to witness_app;
grant delete, insert, select, update on table public.attempt_leases to witness_tenant;
grant delete, insert, select, update on table public.attempt_report to witness_app;
grant select on table public.attempt_report to witness_tenant;
grant delete, insert, select, update on table public.attempt_tokens to witness_app;
grant insert, select on table public.audit_blocks to witness_app;
grant insert, select on table public.audit_keys to witness_app;
grant delete, insert, select, update on table public.catalog_puts to witness_app;
grant insert, select, update on table public.catalog_puts to witness_tenant;
grant delete, insert, select, update on table public.catalog_references to witness_app;
grant select on table public.catalog_references to witness_tenant;
grant delete, insert, select, update on table public.catalogs to witness_app;
grant insert, select, update on table public.catalogs to witness_tenant;
grant delete, insert, select, update on table public.client_totals to witness_app;
grant select on table public.client_totals to witness_tenant;
grant delete, insert, select on table public.console_sessions to witness_app;
grant insert, select, update on table public.erasures to witness_app;
grant select on table public.es_events to witness_app;
grant select on table public.es_events to witness_tenant;
grant select on table public.es_head to witness_app;
grant delete, insert, select, update on table public.executor_requests to witness_app;
grant delete, insert, select, update on table public.executor_requests to witness_tenant;
grant select on table public.migrations to witness_app;
grant delete, insert, select, update on table public.projection_shards to witness_app;
grant select on table public.projection_shards to witness_tenant;
grant delete, insert, select, update on table public.projections to witness_app;
grant select on table public.projections to witness_tenant;
grant delete, insert, select, update on table public.service_processes to witness_app;
grant insert, select, update on table public.session_keys to witness_app;
grant select on table public.session_keys column destroyed_at to witness_tenant;
grant select on table public.session_keys column session to witness_tenant;
grant select on table public.session_keys column tenant_id to witness_tenant;
grant delete, insert, select, update on table public.session_status to witness_app;
grant select on table public.session_status to witness_tenant;
grant select on table public.subscriptions to witness_app;
grant delete, insert, select, update on table public.subscriptions to witness_tenant;
grant insert, select, update on table public.tenant_retention to witness_app;
grant insert, select, update on table public.tenant_retention to witness_tenant;
grant insert, select, update on table public.tenants to witness_app;
grant select on table public.tenants to witness_tenant;
grant delete, insert, select, update on table public.tool_calls to witness_app;
grant select on table public.tool_calls to witness_tenant;
grant select on table witness_v1.agent_activity to witness_reader;
grant select on table witness_v1.attempt_report to witness_reader;
grant select on table witness_v1.session_status to witness_reader;
