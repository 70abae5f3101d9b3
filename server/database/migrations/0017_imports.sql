-- What the registrar's tables brought: what they said last, every import that was written, loads in the browser, programs that
-- push.

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
  undone_at timestamptz,
  -- Who had it done; null: a command on the server, or a program.
  person_id bigint references person on delete set null,
  program text,
  -- An undo is an import of its own: the number of what it took back, which may be forgotten already.
  undoes bigint,
  -- Nobody is told of what it changes.
  silent boolean not null default false
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

-- Whom an import's changes of the timetable concern, one row a person: written with the import, told behind it.
create table import_notice (
  run_id bigint not null references import_run on delete cascade,
  person_id bigint not null references person on delete cascade,
  -- As of a notice: the class, or 0 where several are gathered.
  thing bigint not null,
  step text not null,
  detail jsonb not null,
  -- Of the timetable and of groups in one notice of each.
  kind text not null default 'lesson',
  primary key (run_id, person_id, kind)
);
create index import_notice_of_person on import_notice (person_id);

-- in the browser -----------------------------------------------------------------------------------------------------

-- One load of data in the browser, or the undoing of one: what was handed in, how far it is, and what came of it. The
-- files lie in a folder of its own. Nothing here holds a password.
create table import_job (
  id bigint generated always as identity primary key,
  folder uuid not null,
  kind text not null constraint import_job_kind check (kind in ('load', 'undo')),
  -- What people call it: the folder or the file that they dropped.
  name text not null constraint import_job_name check (length(name) between 1 and 200),
  state text not null constraint import_job_state check
    (state in ('checking', 'checked', 'importing', 'undoing', 'done', 'failed', 'stopped', 'discarded')),
  -- Only look what it would do.
  trial boolean not null default false,
  -- Who began it; null for a program.
  person_id bigint references person on delete set null,
  -- The program that pushed it.
  token_id bigint,
  address inet,
  request text,
  -- The stored run that is undone, or that it became.
  run_id bigint,
  -- [{file, name, rows, faults, warnings}] of the tables.
  files jsonb not null default '[]',
  -- [{code, warning, file, row, column, values, cells}].
  faults jsonb not null default '[]',
  -- [{file, rows, added, changed, ended, kept}] of the tables.
  figures jsonb not null default '[]',
  -- [{table, count, total}] that would vanish beyond the threshold.
  needs jsonb not null default '[]',
  -- {table: count} that somebody confirmed in words.
  allowed jsonb not null default '{}',
  -- Rows that came back, or would; new accounts with a first password.
  counted integer not null default 0,
  -- The printable list of first passwords waits in the folder.
  has_list boolean not null default false,
  step text not null default '',
  step_file text not null default '',
  percent smallint not null default 0,
  wants_stop boolean not null default false,
  made_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  over_at timestamptz,
  -- Nobody is told of what it changes; else how many people would be, as the check found it.
  silent boolean not null default false,
  told int not null default 0
);
create index import_job_by_age on import_job (made_at);
-- One at a time.
create unique index import_job_works on import_job ((true)) where state in ('checking', 'importing', 'undoing');

-- What a job would do to one row of a table, in the cells of the table's file.
create table import_difference (
  job_id bigint not null references import_job on delete cascade,
  file text not null,
  kind text not null constraint import_difference_kind check (kind in ('added', 'changed', 'ended')),
  place integer not null,
  key text not null,
  title text,
  -- [[column, before, after]].
  cells jsonb not null,
  primary key (job_id, file, kind, place)
);

-- How a registrar's own sheets become the importer's tables: mapped once on the screen, used again.
create table import_recipe (
  id int generated always as identity primary key,
  name text not null,
  recipe jsonb not null,
  by_id bigint not null references person,
  at timestamptz not null default now(),
  constraint import_recipe_name check (length(name) between 1 and 100)
);
create unique index import_recipe_name_unique on import_recipe (lower(name));

-- A program that may push tables by itself: the token is shown once and kept as a hash.
create table service_token (
  id bigint generated always as identity primary key,
  name text not null constraint service_token_name check (length(name) between 1 and 100),
  hash bytea not null constraint service_token_hash unique,
  -- Names of the tables that it may push. Rights are never among them.
  tables text[] not null constraint service_token_tables check (cardinality(tables) > 0 and not 'permissions' = any (tables)),
  -- Addresses and ranges from where.
  addresses text[] not null constraint service_token_addresses check (cardinality(addresses) > 0),
  -- Its last day.
  ends_on date not null,
  made_by bigint references person on delete set null,
  made_at timestamptz not null default now(),
  revoked_at timestamptz,
  used_at timestamptz,
  used_from inet
);
