-- The fold of one attempt's stream. `state` is JSON text without tools: catalogs lie apart, by digest.
create table attempt_report (
  tenant_id text not null,
  generation integer not null,
  attachment_attempt_id text not null,
  session_id text not null,
  position numeric(39, 0) not null,
  state text not null,
  primary key (tenant_id, attachment_attempt_id, generation)
) with (fillfactor = 80);

grant select, insert, update, delete on attempt_report to witness_app;
