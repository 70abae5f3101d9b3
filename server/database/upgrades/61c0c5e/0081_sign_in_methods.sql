-- What lets into an account is told in the bell too, by whatever way it was added or removed.
alter table notice drop constraint if exists notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'journals', 'material', 'lesson', 'order', 'news', 'seat', 'window', 'right', 'message', 'load', 'ways'));
