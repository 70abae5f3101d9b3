-- Whom an import's changes of the timetable concern, one row a person: written with the import, told behind it.
create table if not exists import_telling (
  run_id bigint not null constraint import_telling_run_id_fkey references import_run on delete cascade,
  person_id bigint not null constraint import_telling_person_id_fkey references person on delete cascade,
  -- As of a notice: the class, or 0 where several are gathered.
  thing bigint not null,
  step text not null,
  detail jsonb not null,
  constraint import_telling_pkey primary key (run_id, person_id)
);
create index if not exists import_telling_of_person on import_telling (person_id);
create index if not exists notice_of_run on notice ((detail->>'run')) where kind = 'lesson' and detail->>'run' is not null;

-- Nobody is told of what it changes.
alter table import_run add column if not exists silent boolean not null default false;
alter table import_job add column if not exists silent boolean not null default false;
-- How many people would be told, as the check found it.
alter table import_job add column if not exists told int not null default 0;
