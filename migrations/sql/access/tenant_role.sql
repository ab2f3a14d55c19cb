-- The role of work that is done for one tenant: it sees and writes rows of the tenant that `witness.tenant` names, for the
-- length of one transaction, and no others. Like the roles of the log it belongs to the whole cluster.
do $$
begin
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'witness_tenant') then
      create role witness_tenant nologin;
    end if;
  exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then
      raise exception 'The role witness_tenant is missing, and % may not create roles.', current_user
        using errcode = 'insufficient_privilege',
          hint = 'Let an administrator run: CREATE ROLE witness_tenant NOLOGIN; GRANT witness_tenant TO witness_app;';
  end;

  -- Whoever may be witness_app may be less. pg_has_role knows SET as a privilege from 16 on only.
  if not pg_has_role('witness_app', 'witness_tenant', case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) then
    begin
      grant witness_tenant to witness_app;
    exception
      when unique_violation or internal_error then null;
      when insufficient_privilege then
        raise exception 'witness_app may not take the role witness_tenant, and % may not let it.', current_user
          using errcode = 'insufficient_privilege',
            hint = 'Let an administrator run: GRANT witness_tenant TO witness_app;';
    end;
  end if;
end $$;
