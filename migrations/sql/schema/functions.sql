select pg_get_functiondef(p.oid) || E';\n' as line
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where p.prokind in ('f', 'p') and n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
  and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')
order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid);
