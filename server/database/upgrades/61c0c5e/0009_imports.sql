-- What a folder last said of something that people may change in the portal as well: the seats of a stream, the end of a
-- registration window, a photo. An import overwrites it only when the folder says something else than last time.
create table imported_value (
  file text not null,
  key text not null,
  value text not null,
  primary key (file, key)
);

-- Every import that was written: what it was made of, what it did, and what stood there before. Rows older than the time
-- in which a run can be undone go with the next import.
create table import_run (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- [{name, sha256, rows}] of the folder.
  files jsonb not null,
  -- [{file, rows, added, changed, closed, kept}] of the tables.
  changes jsonb not null,
  undone_at timestamptz
);

-- One row of an imported table that a run added (before is null), changed, or removed (after_hash is null). The images hold
-- neither passwords nor blocks.
create table import_change (
  run_id bigint not null references import_run on delete cascade,
  table_name text not null,
  -- The row's primary key, its columns as text.
  key text[] not null,
  before jsonb,
  after_hash bigint,
  constraint import_change_something check (before is not null or after_hash is not null)
);
create index import_change_by_run on import_change (run_id, table_name);

-- Warnings of the importer that somebody has accepted: they are counted, not told, until what they are about changes.
create table import_accepted_warning (
  hash bytea primary key,
  at timestamptz not null default now()
);
