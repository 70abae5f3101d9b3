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
