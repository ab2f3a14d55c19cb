select format('create policy %I on %I.%I as %s for %s to %s%s%s;', policyname, schemaname, tablename, permissive, cmd, array_to_string(roles, ', '),
    coalesce(format(' using (%s)', qual), ''), coalesce(format(' with check (%s)', with_check), '')) as line
from pg_catalog.pg_policies
order by schemaname, tablename, policyname;
