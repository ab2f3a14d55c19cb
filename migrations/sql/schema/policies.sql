with walled as (
  select n.nspname, c.relname, 0 as place, '' as policy, format('alter table %I.%I enable row level security;', n.nspname, c.relname) as line
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relrowsecurity
),
policies as (
  select schemaname, tablename, 1 as place, policyname,
    format('create policy %I on %I.%I as %s for %s to %s%s%s;', policyname, schemaname, tablename, permissive, cmd, array_to_string(roles, ', '),
      coalesce(format(' using (%s)', qual), ''), coalesce(format(' with check (%s)', with_check), '')) as line
  from pg_catalog.pg_policies
)
select line from (select * from walled union all select * from policies) as every (schema, relation, place, policy, line)
order by schema, relation, place, policy;
