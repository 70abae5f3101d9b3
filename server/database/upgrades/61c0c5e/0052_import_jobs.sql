-- One load of data in the browser, or the undoing of one: what was handed in, how far it is, and what came of it. The
-- files lie in a folder of its own. Nothing here holds a password.
create table if not exists import_job (
  id bigint generated always as identity constraint import_job_pkey primary key,
  folder uuid not null,
  kind text not null constraint import_job_kind check (kind in ('load', 'undo')),
  -- What people call it: the folder or the file that they dropped.
  name text not null constraint import_job_name check (length(name) between 1 and 200),
  state text not null constraint import_job_state check
    (state in ('checking', 'checked', 'importing', 'undoing', 'done', 'failed', 'stopped', 'discarded')),
  -- Only look what it would do.
  trial boolean not null default false,
  -- Who began it; null for a program.
  person_id bigint constraint import_job_person_id_fkey references person on delete set null,
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
  over_at timestamptz
);
-- One at a time.
create unique index if not exists import_job_works on import_job ((true)) where state in ('checking', 'importing', 'undoing');
create index if not exists import_job_by_age on import_job (made_at);

-- What a job would do to one row of a table, in the cells of the table's file.
create table if not exists import_difference (
  job_id bigint not null constraint import_difference_job_id_fkey references import_job on delete cascade,
  file text not null,
  kind text not null constraint import_difference_kind check (kind in ('added', 'changed', 'ended')),
  place integer not null,
  key text not null,
  title text,
  -- [[column, before, after]].
  cells jsonb not null,
  constraint import_difference_pkey primary key (job_id, file, kind, place)
);

-- Who had an import done; null: a command on the server, or a program.
alter table import_run add column if not exists person_id bigint constraint import_run_person_id_fkey references person
  on delete set null;
alter table import_run add column if not exists program text;
