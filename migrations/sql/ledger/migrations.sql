grant select on migrations to witness_app;
