import type { Db } from '../database/database.ts';

/**
 * Adds to `affected` whom this transaction moved to another stream of the same class type (tables registration_class and
 * before_registration_class), and the teachers of both streams, one row a person.
 */
export async function collectStreamMoves(db: Db, day: string): Promise<void> {
  await db`
    insert into affected (kind, person_id, count, thing, step, detail)
    select 'stream', t.*
    from (
      select array_agg(c.student_id) as students, array_agg(b.stream_id) as left_ids, array_agg(c.stream_id) as joined_ids
      from before_registration_class b
      join stream_student c on c.registration_id = b.registration_id and c.class_type_id = b.class_type_id
      where c.stream_id <> b.stream_id) m
    cross join lateral stream_move_notices(m.students, m.left_ids, m.joined_ids, ${day}::date) t`;
  const [copied] = await db<{ streams: boolean }[]>`
    select to_regclass('pg_temp.before_stream') is not null as streams`;
  if (copied?.streams) await findLeftStreams(db, day);
}

/** The same for the teachers of streams that this transaction removed, which only the copy from before it still knows. */
async function findLeftStreams(db: Db, day: string): Promise<void> {
  await db`
    insert into affected (kind, person_id, count, thing, step, detail)
    select 'stream', m.teacher_id, count(*), case when count(*) = 1 then min(m.student_id) else 0 end,
      case when count(*) = 1 then 'student' else 'students' end,
      case when count(*) = 1
        then jsonb_build_object('student', min(m.student_id), 'left', null, 'joined', min(m.joined_id), 'since', ${day}::date)
        else jsonb_build_object('count', count(*), 'disciplines', (array_agg(distinct m.discipline_id))[1:3]) end
    from (
      select distinct on (w.teacher_id, c.student_id) w.teacher_id, c.student_id, w.discipline_id, c.stream_id as joined_id
      from before_registration_class b
      join stream_student c on c.registration_id = b.registration_id and c.class_type_id = b.class_type_id
      join before_stream w on w.id = b.stream_id
      join academic_calendar a on a.year_id = w.year_id and a.term_id = w.term_id and a.ends_on >= ${day}::date
      where c.stream_id <> b.stream_id and not exists (select from stream s where s.id = w.id)
      order by w.teacher_id, c.student_id, c.stream_id) m
    where not exists (select from affected o where o.kind = 'stream' and o.person_id = m.teacher_id)
    group by m.teacher_id`;
}
