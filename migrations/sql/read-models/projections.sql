-- One row per build of a read model. Readers see the generation that is `live`; a rebuild fills the next one beside it.
-- It spans all tenants, so it names none.
create table projections (
  name text not null,
  generation integer not null check (generation > 0),
  version integer not null check (version > 0),
  state text not null check (state in ('building', 'live', 'retired')),
  position numeric(39, 0) not null default 0,
  recorded_at timestamptz,
  epoch bigint not null default 0,
  skipped_events bigint not null default 0,
  last_skipped numeric(39, 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (name, generation)
) with (fillfactor = 50);

create unique index projections_one_live on projections (name) where state = 'live';

comment on column projections.version is 'Version of the definition that fills this generation.';
comment on column projections.position is 'Everything up to and including this place of the log is in the rows.';
comment on column projections.epoch is 'Rises with every new owner; a write under an older epoch is refused.';

grant select, insert, update, delete on projections to witness_app;
