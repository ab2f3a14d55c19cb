-- The log is only ever added to. Belt beside the grants: the owner meets it too.
create function public.es_refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'The event log refuses % of %: what was recorded is never changed.', tg_op, tg_table_name
    using errcode = 'insufficient_privilege', hint = 'Append an event that corrects the earlier one.';
end $$;

create trigger es_events_refuse_change before update or delete or truncate on public.es_events
for each statement execute function public.es_refuse_change();

create trigger es_head_refuse_removal before delete or truncate on public.es_head
for each statement execute function public.es_refuse_change();
