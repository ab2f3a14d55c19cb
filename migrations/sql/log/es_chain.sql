-- Hash chain as a window aggregate: over (partition by stream order by place) it yields the hash of each event.
create function public.es_chain_step(state bytea, previous bytea, fields bytea) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return pg_catalog.sha256(coalesce(state, previous) || fields);
end $$;

create aggregate public.es_chain(previous bytea, fields bytea) (
  sfunc = public.es_chain_step,
  stype = bytea
);
