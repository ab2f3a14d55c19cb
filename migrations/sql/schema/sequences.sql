select format('create sequence %s as %s start %s increment %s%s;', s.seqrelid::pg_catalog.regclass, format_type(s.seqtypid, null), s.seqstart, s.seqincrement,
    coalesce((select format(' owned by %s.%I', d.refobjid::pg_catalog.regclass, a.attname)
      from pg_catalog.pg_depend d
      join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = s.seqrelid and d.deptype in ('a', 'i')), '')) as line
from pg_catalog.pg_sequence s
order by s.seqrelid::pg_catalog.regclass::text collate "C";
