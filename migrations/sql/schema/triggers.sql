select pg_get_triggerdef(t.oid) || ';' as line
from pg_catalog.pg_trigger t
where not t.tgisinternal
order by t.tgrelid::pg_catalog.regclass::text collate "C", t.tgname;
