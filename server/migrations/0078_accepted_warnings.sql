-- Warnings of the importer that somebody has accepted: they are counted, not told, until what they are about changes.
create table import_accepted_warning (
  hash bytea primary key,
  at timestamptz not null default now()
);
