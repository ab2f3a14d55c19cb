-- What others than the owner may do. Only what a role of ours or everybody was given, and what everybody was refused.
with objects as (
  select case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::pg_catalog.regclass as object, c.relowner as owner, c.relacl as acl
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
  union all
  select format('table %s column %I', a.attrelid::pg_catalog.regclass, a.attname), c.relowner, a.attacl
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where a.attacl is not null and n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
  union all
  select 'function ' || p.oid::pg_catalog.regprocedure, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner))
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
    and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('schema %I', n.nspname), n.nspowner, n.nspacl
  from pg_catalog.pg_namespace n
  where n.nspname <> 'information_schema' and n.nspname operator(pg_catalog.!~) '^pg_'
)
select format('grant %s on %s to %s;', string_agg(lower(g.privilege_type), ', ' order by g.privilege_type), o.object,
    case g.grantee when 0 then 'public' else pg_get_userbyid(g.grantee)::text end) as line
from objects o, aclexplode(o.acl) g
where g.grantee <> o.owner
group by o.object, g.grantee
order by o.object collate "C", pg_get_userbyid(g.grantee);
