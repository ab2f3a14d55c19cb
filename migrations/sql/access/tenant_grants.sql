-- What is done for one tenant reads its log and read models, and keeps its catalogs. Hashes of credentials are not among it.
grant usage on schema public to witness_tenant;
grant select on es_events, attempt_report, session_status, catalogs, catalog_references, projections to witness_tenant;
grant insert, update on catalogs to witness_tenant;
grant select on tenants to witness_tenant;
