select pg_get_indexdef(i.indexrelid) || ';' as line
from pg_catalog.pg_index i
join pg_catalog.pg_class c on c.oid = i.indexrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
  and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
order by n.nspname, c.relname;
