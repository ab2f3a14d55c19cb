-- The service appends by function and reads; nobody writes the tables directly.
revoke all on public.es_head, public.es_events from public, witness_app, witness_reader;
revoke all on function public.es_append(uuid[], text[], text[], bigint[], int[], int[], int[], text[], text[], int[], text[], text[], text[]) from public;
revoke all on function public.es_chain_step(bytea, bytea, bytea), public.es_refuse_change() from public;
revoke all on function public.es_chain(bytea, bytea) from public;

grant usage on schema public to witness_app, witness_reader;
grant select on public.es_head, public.es_events to witness_app;
grant execute on function public.es_append(uuid[], text[], text[], bigint[], int[], int[], int[], text[], text[], int[], text[], text[], text[]) to witness_app;
