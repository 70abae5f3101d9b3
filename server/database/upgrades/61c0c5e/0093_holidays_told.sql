-- A day without classes is told to everybody who would have had one, and again when it gets its classes back.
alter table notice drop constraint if exists notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'journals', 'material', 'lesson', 'holiday', 'group', 'order', 'news', 'seat', 'window', 'right',
    'message', 'load', 'ways'));
