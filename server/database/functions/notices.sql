/*
 * Whom moves between streams concern from a day on, one row a person: each student, and the teachers of the streams that were
 * left and came to. Of a term that is over nobody is notified.
 */
create or replace function stream_move_notices(students bigint[], left_ids int[], joined_ids int[], since date)
returns table (person_id bigint, count int, thing bigint, step text, detail jsonb) language sql stable as $$
  with moved as materialized (
    select m.student_id, m.joined_id, n.discipline_id, n.teacher_id, w.teacher_id as former_id,
      jsonb_build_object('student', m.student_id, 'left', m.left_id, 'joined', m.joined_id, 'since', since) as detail
    from unnest(students, left_ids, joined_ids) m (student_id, left_id, joined_id)
    join stream n on n.id = m.joined_id
    left join stream w on w.id = m.left_id
    join academic_calendar c on c.year_id = n.year_id and c.term_id = n.term_id and c.ends_on >= since)
  select m.student_id, count(*)::int, case when count(*) = 1 then min(m.joined_id) else 0 end,
    case when count(*) = 1 then 'own' else 'several' end,
    case when count(*) = 1 then (array_agg(m.detail))[1]
      else jsonb_build_object('count', count(*), 'disciplines', (array_agg(distinct m.discipline_id))[1:3]) end
  from moved m group by m.student_id
  union all
  select t.id, count(distinct m.student_id)::int,
    case when count(distinct m.student_id) = 1 then min(m.student_id) else 0 end,
    case when count(distinct m.student_id) = 1 then 'student' else 'students' end,
    case when count(distinct m.student_id) = 1 then (array_agg(m.detail))[1]
      else jsonb_build_object('count', count(distinct m.student_id),
        'disciplines', (array_agg(distinct m.discipline_id))[1:3]) end
  from moved m join lateral (values (m.teacher_id), (m.former_id)) t (id) on t.id is not null
  group by t.id
$$;

-- What others do to a student's seat or place in line, and what the line gives, is new to that student; their own acts are
-- not. Every such act adds to the history of registration, in the act's own transaction.
create or replace function write_seat_notices() returns trigger language plpgsql as $$
begin
  insert into notice (person_id, kind, thing, step, detail)
  select distinct on (e.student_id, e.stream_id) e.student_id, 'seat', e.stream_id, e.kind,
    jsonb_build_object('was', e.from_stream_id)
  from added e
  where e.kind in ('promoted', 'dropped') or e.by_person_id <> e.student_id
  order by e.student_id, e.stream_id, e.id desc
  on conflict on constraint notice_once do update set id = excluded.id, step = excluded.step, detail = excluded.detail,
    at = now(), seen_at = null, planned = false;
  insert into notice (person_id, kind, thing, step, detail)
  select t.person_id, 'stream', t.thing, t.step, t.detail
  from (select array_agg(e.student_id order by e.id) as students, array_agg(e.from_stream_id order by e.id) as left_ids,
      array_agg(e.stream_id order by e.id) as joined_ids
    from added e where e.kind = 'moved' and e.by_person_id <> e.student_id) m
  cross join lateral stream_move_notices(m.students, m.left_ids, m.joined_ids, today()) t
  -- The student was notified above.
  where t.step in ('student', 'students') and t.person_id not in (select e.by_person_id from added e)
  order by t.person_id
  on conflict on constraint notice_once do update set id = excluded.id, step = excluded.step, detail = excluded.detail,
    at = now(), seen_at = null, planned = false;
  return null;
end $$;

create or replace trigger registration_event_writes_notices after insert on registration_event
  referencing new table as added for each statement execute function write_seat_notices();
