select format(E'create %sview %s%s as\n%s\n', case c.relkind when 'm' then 'materialized ' else '' end, c.oid::pg_catalog.regclass,
    case when c.reloptions is null then '' else format(' with (%s)', array_to_string(c.reloptions, ', ')) end,
    pg_get_viewdef(c.oid)) as line
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
order by n.nspname, c.relname;
