-- The service processes that share this database, each with its latest sign of life. Not worth a log: whoever lives says so again.
create unlogged table service_processes (
  process_id uuid primary key,
  seen_at timestamptz not null default now()
);

grant select, insert, update, delete on service_processes to witness_app;
