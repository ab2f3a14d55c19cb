-- Not-null constraints are told with their columns: PostgreSQL lists them here from 18 on only.
select format('alter table %s add constraint %I %s;', k.conrelid::pg_catalog.regclass, k.conname, pg_get_constraintdef(k.oid)) as line
from pg_catalog.pg_constraint k
join pg_catalog.pg_namespace n on n.oid = k.connamespace
where k.conrelid <> 0 and k.contype <> 'n' and k.contype <> 't' and n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
order by k.conrelid::pg_catalog.regclass::text collate "C", k.contype desc, k.conname;
