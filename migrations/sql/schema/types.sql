select case t.typtype
    when 'e' then format('create type %s as enum (%s);', t.oid::pg_catalog.regtype,
      (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid))
    when 'd' then format('create domain %s as %s%s%s;', t.oid::pg_catalog.regtype, format_type(t.typbasetype, t.typtypmod),
      case when t.typnotnull then ' not null' else '' end,
      (select string_agg(' ' || pg_get_constraintdef(c.oid), '' order by c.conname) from pg_catalog.pg_constraint c where c.contypid = t.oid and c.contype = 'c'))
    else format('create type %s as (%s);', t.oid::pg_catalog.regtype,
      (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
       from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped))
  end as line
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
left join pg_catalog.pg_class c on c.oid = t.typrelid
where n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
  and (t.typtype in ('e', 'd') or (t.typtype = 'c' and c.relkind = 'c'))
order by n.nspname, t.typname;
