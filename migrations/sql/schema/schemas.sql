select format('create schema %I;', nspname) as line
from pg_catalog.pg_namespace
where nspname not in ('public', 'information_schema') and nspname operator(pg_catalog.!~) '^pg_'
order by nspname;
