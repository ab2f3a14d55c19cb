-- Days that a tenant keeps its data, where they are not those of the settings.
create table tenant_retention (
  tenant_id text not null primary key,
  read_model_days integer check (read_model_days > 0),
  log_days integer check (log_days > 0),
  changed_at timestamptz not null default now()
);

grant select, insert, update on tenant_retention to witness_app;
grant select, insert, update on tenant_retention to witness_tenant;
