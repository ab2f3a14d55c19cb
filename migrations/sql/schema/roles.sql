select format('create role %I%s;', rolname, case when rolcanlogin then ' login' else ' nologin' end) as line
from pg_catalog.pg_roles
where rolname in ('witness_app', 'witness_reader', 'witness_tenant')
order by rolname;
