-- A person is told that their archive is ready, or that there is none.
alter table notice drop constraint notice_kind, add constraint notice_kind check (kind in
  ('mark', 'absences', 'journals', 'material', 'lesson', 'holiday', 'group', 'stream', 'order', 'news', 'seat', 'window',
   'right', 'message', 'load', 'ways', 'archive'));
