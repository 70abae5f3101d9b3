-- What a folder last said of something that people may change in the portal as well: the seats of a stream, the end of a
-- registration window, a photo. An import overwrites it only when the folder says something else than last time.
create table imported_value (
  file text not null,
  key text not null,
  value text not null,
  primary key (file, key)
);

insert into imported_value (file, key, value)
select 'streams', s.code, coalesce(
  (select c.before->>'capacity' from registration_change c where c.stream_id = s.id order by c.id limit 1),
  s.capacity::text)
from stream s where s.code is not null;

insert into imported_value (file, key, value)
select 'registration_windows', concat_ws('|', w.year_id, w.term_id, w.faculty_id, w.part_time, w.starts_on), coalesce(
  (select c.before->>'ends_on' from registration_change c where c.window_id = w.id and c.before is not null
    order by c.id limit 1), w.ends_on::text)
from registration_window w
where not exists (select from registration_change c where c.window_id = w.id and c.kind = 'opened');
