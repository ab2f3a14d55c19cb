-- The roles of the service. They belong to the whole cluster: another database may have made them, or be making them now.
-- The third role is the owner of the objects: whoever runs the migrations.
do $$
declare
  wanted text;
  is_member boolean;
begin
  foreach wanted in array array['witness_app', 'witness_reader'] loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'The role % is missing, and % may not create roles.', wanted, current_user
          using errcode = 'insufficient_privilege',
            hint = format('Let an administrator run: CREATE ROLE witness_app NOLOGIN; CREATE ROLE witness_reader NOLOGIN; GRANT witness_app TO %I;', current_user);
    end;
  end loop;

  -- The service logs in as somebody and then takes witness_app. pg_has_role knows SET as a privilege from 16 on only.
  is_member := pg_has_role(current_user, 'witness_app', case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end);
  if not is_member then
    begin
      execute format('grant witness_app to %I', current_user);
    exception
      when unique_violation or internal_error then null;
      when insufficient_privilege then
        raise exception '% may not take the role witness_app.', current_user
          using errcode = 'insufficient_privilege',
            hint = format('Let an administrator run: GRANT witness_app TO %I;', current_user);
    end;
  end if;

  if getdatabaseencoding() <> 'UTF8' then
    raise exception 'The database % has the encoding %, and hashes and sizes are defined over UTF-8.', current_database(), getdatabaseencoding()
      using hint = 'Create a database with ENCODING ''UTF8'' and use that.';
  end if;
end $$;
