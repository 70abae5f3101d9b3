-- An undo is an import of its own: the number of what it took back, which may be forgotten already.
alter table import_run add column if not exists undoes bigint;

-- Who began a check, a load or an undo is told when it is over (functions/imports.sql).
alter table notice drop constraint if exists notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'journals', 'material', 'lesson', 'order', 'news', 'seat', 'window', 'right', 'message', 'load'));
