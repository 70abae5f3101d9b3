-- A student who was moved to another stream is told so by an import too, and so are the teachers of both streams.
alter table notice drop constraint if exists notice_kind;
alter table notice add constraint notice_kind check (
  kind in ('mark', 'absences', 'journals', 'material', 'lesson', 'holiday', 'group', 'stream', 'order', 'news', 'seat', 'window',
    'right', 'message', 'load', 'ways'));
drop index if exists notice_of_run;
create index notice_of_run on notice ((detail->>'run')) where kind in ('lesson', 'group', 'stream') and detail->>'run' is not null;
