-- What other services may read of the database: views that keep their columns, over tables that do not.
create schema witness_v1;

comment on schema witness_v1 is 'Version 1 of what other services may read. A login that is a member of witness_reader sees the rows of the tenant that reader_tenants names for it, and none without one. Columns are never dropped or changed; others may be added.';

grant usage on schema witness_v1 to witness_reader;
