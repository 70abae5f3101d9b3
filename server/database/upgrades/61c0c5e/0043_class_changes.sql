-- One class of the timetable, this once: moved, given by another teacher, cancelled or added, by whom and why.
alter table permission drop constraint if exists permission_code;
alter table permission add constraint permission_code
  check (code in ('news', 'orders', 'library', 'umk', 'journal', 'registration', 'accounts', 'timetable'));

create table if not exists class_change (
  id int generated always as identity constraint class_change_pkey primary key,
  step text not null constraint class_change_step check (step in ('moved', 'replaced', 'cancelled', 'added')),
  -- The lesson of the timetable that is not held on that day; the model of an added one. Null: an import has removed it.
  lesson_id int constraint class_change_lesson_id_fkey references lesson on delete set null,
  day date not null,
  -- The lesson of one day that is held instead; gone when the change was undone.
  made_id int constraint class_change_made_id_fkey references lesson on delete set null,
  -- What notices say: was, now, the course.
  detail jsonb not null,
  -- How the timetable held the lesson at that time: what an import says later is compared with it.
  said jsonb not null,
  -- Something else was there at that time, and the office wanted it so.
  forced boolean not null default false,
  reason text not null constraint class_change_reason check (length(reason) between 3 and 500),
  by_id bigint not null constraint class_change_by_id_fkey references person,
  at timestamptz not null default now(),
  undone_by bigint constraint class_change_undone_by_fkey references person,
  undone_at timestamptz,
  constraint class_change_undone check ((undone_by is null) = (undone_at is null))
);
create unique index if not exists class_change_once on class_change (lesson_id, day)
  where undone_at is null and step <> 'added';
create unique index if not exists class_change_made on class_change (made_id) where made_id is not null;

-- Days without classes.
create table if not exists holiday (
  day date constraint holiday_pkey primary key,
  name_ru text not null, name_kg text not null, name_en text not null,
  by_id bigint not null constraint holiday_by_id_fkey references person,
  at timestamptz not null default now()
);

-- Who was told of a change, and has seen it.
create index if not exists notice_of_change on notice (part) where kind = 'lesson' and part > 0;
