-- How far each shard of a generation is, and who may write it. A session belongs to one shard, and a shard to one process.
create table projection_shards (
  name text not null,
  generation integer not null,
  shard smallint not null,
  position numeric(39, 0) not null default 0,
  recorded_at timestamptz,
  epoch bigint not null default 0,
  owner uuid,
  updated_at timestamptz not null default now(),
  primary key (name, generation, shard),
  foreign key (name, generation) references projections (name, generation) on delete cascade
) with (fillfactor = 50);

insert into projection_shards (name, generation, shard, position, recorded_at, epoch)
select p.name, p.generation, s.shard, p.position, p.recorded_at, p.epoch
from projections p cross join generate_series(0, 15) as s (shard);

alter table projections drop column position, drop column recorded_at, drop column epoch;

comment on column projection_shards.position is 'Everything of this shard up to and including this place of the log is in the rows.';
comment on column projection_shards.epoch is 'Rises with every new owner; a write under an older epoch is refused.';
comment on column projection_shards.owner is 'The process that claimed it last; for people, nothing depends on it.';

grant select, insert, update, delete on projection_shards to witness_app;
grant select on projection_shards to witness_tenant;
