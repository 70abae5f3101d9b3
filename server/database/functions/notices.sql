-- What others do to a student's seat or place in line, and what the line gives, is new to that student; their own acts are
-- not. Every such act adds to the history of registration, in the act's own transaction.
create or replace function tell_seats() returns trigger language plpgsql as $$
begin
  insert into notice (person_id, kind, thing, step, detail)
  select distinct on (e.student_id, e.stream_id) e.student_id, 'seat', e.stream_id, e.kind,
    jsonb_build_object('was', e.from_stream_id)
  from added e
  where e.kind in ('promoted', 'dropped') or e.by_person_id <> e.student_id
  order by e.student_id, e.stream_id, e.id desc
  on conflict on constraint notice_once do update set id = excluded.id, step = excluded.step, detail = excluded.detail,
    at = now(), seen_at = null, planned = false;
  return null;
end $$;

create or replace trigger registration_event_told after insert on registration_event
  referencing new table as added for each statement execute function tell_seats();
