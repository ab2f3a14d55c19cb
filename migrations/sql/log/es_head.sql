-- The end of the log. Every append holds this one row locked until it commits, so that positions rise in commit order
-- and have no holes, and recorded_at rises strictly.
create table public.es_head (
  one boolean primary key default true check (one),
  position bigint not null,
  recorded_at timestamptz not null
) with (fillfactor = 10);

insert into public.es_head (position, recorded_at) values (0, '1970-01-01T00:00:00Z');
