-- Appends many at once, each all or nothing, one append a stream at most. One row of the answer for each append, in order:
--   appended   stream_position of its first event, position of its last
--   duplicate  the same, of the append that is already there
--   conflict   stream_position is the length of the stream
--   mismatch   the append_id is there with other content
-- An expected length of -1 is "wherever the stream ends".
--
-- hash = SHA-256 over the hash of the event before it in the stream (32 zero bytes for the first) and the binary form of
-- row(position int8, stream_position int8, microseconds of recorded_at since 1970 int8, schema_version int4, append_id uuid,
-- digest bytea, tenant_id text, stream text, event_id text, type text, key_id text, meta text), that is: the number of
-- columns, then for each the OID of its type, its length in bytes (-1: null), its bytes; numbers big-endian.
-- A standard form rather than one of our own; it costs no more than concatenating the fields would.
create function public.es_append(
  append_ids uuid[], tenants text[], streams text[], expected bigint[], counts int[],
  owners int[], places int[], event_ids text[], types text[], schema_versions int[], datas text[], metas text[], key_ids text[]
) returns table (number int, outcome text, stream_position bigint, "position" bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set lock_timeout = '2s'
as $$
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
end $$;
