import type { Db } from '../database/database.ts';
import { noticeConflictClause } from './writing.queries.ts';

/**
 * Tells the students of a stream that it is held otherwise from now on, and its teacher of each of its hours; a teacher who
 * gives it up of each that ends. Gives the students who were notified.
 */
export async function notifyStreamChange(
  db: Db,
  { stream, former, week, studentsToo }: { stream: number; former: number | null; week: number; studentsToo: boolean },
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    insert into notice (person_id, kind, thing, step)
    select seat.student_id, 'seat', ${stream}::bigint, 'remade' from stream_student seat
    where seat.stream_id = ${stream} and ${studentsToo} order by 1
    ${noticeConflictClause(db)} returning person_id as id`;
  await db`
    with hour as (
      select l.id, l.teacher_id, jsonb_build_object('day', l.day_number, 'slot', l.slot_id, 'date', null,
          'room', l.auditorium_id, 'weeks', l.week_kind, 'from', l.week_from, 'to', l.week_to) as place,
        jsonb_build_object('year', l.year_id, 'term', l.term_id, 'discipline', l.discipline_id, 'credits', l.credits,
          'type', l.class_type_id, 'teacher', l.teacher_id, 'stream', l.stream_id, 'groups', '[]'::jsonb,
          'subgroup', l.subgroup) as detail
      from lesson l where l.stream_id = ${stream} and l.only_date is null and l.week_to >= ${week})
    insert into notice (person_id, kind, thing, step, detail)
    select h.teacher_id, 'lesson', h.id, 'added', h.detail || jsonb_build_object('was', null, 'now', h.place) from hour h
    union all
    select ${former}::bigint, 'lesson', h.id, 'cancelled', h.detail || jsonb_build_object('was', h.place, 'now', null)
    from hour h where ${former}::bigint is not null
    order by 1, 3
    ${noticeConflictClause(db)}`;
  return rows.map(({ id }) => id);
}
