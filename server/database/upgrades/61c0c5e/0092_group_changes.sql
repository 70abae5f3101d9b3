-- A student who was moved to another group is told so, and the teachers of both groups.
alter table notice drop constraint if exists notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'journals', 'material', 'lesson', 'group', 'order', 'news', 'seat', 'window', 'right', 'message',
    'load', 'ways'));

-- An import may tell a person of the timetable and of groups, in one notice of each.
alter table import_telling add column if not exists kind text not null default 'lesson';
alter table import_telling drop constraint if exists import_telling_pkey;
alter table import_telling add constraint import_telling_pkey primary key (run_id, person_id, kind);
drop index if exists notice_of_run;
create index notice_of_run on notice ((detail->>'run')) where kind in ('lesson', 'group') and detail->>'run' is not null;
