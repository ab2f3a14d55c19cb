-- An executor that was killed before the service heard of it holds no lease that could be lost: what was left of it tells.
alter table attempt_leases add column left_at timestamptz;

comment on column attempt_leases.left_at is 'When somebody else last sent evidence that an executor, which is gone, had left. Only an executor that holds the attempt takes it back.';
