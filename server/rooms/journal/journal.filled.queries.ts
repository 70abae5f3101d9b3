import type { Output } from '@bilim/contract/call.ts';
import type { journal as calls } from '@bilim/contract/journal.ts';
import type { Db } from '../../database/database.ts';
import { isMember, isStudentOf } from '../../university/courses.queries.ts';
import { lessonsHeld } from '../../university/lessons.queries.ts';
import { piece, today } from '../../university/university.queries.ts';

/** How many days before today are looked at. */
const daysBack = 6;

interface Whose {
  readonly teacher: number;
  readonly year: number;
  readonly term: number;
  readonly timeZone: string;
}

/** SQL `select student_id`: whom class `c` of the teacher is for: of its subgroup, or not divided yet. */
function studentsOfClass(db: Db, teacher: number) {
  const column = (name: string) => piece(db, `c.${name}`);
  return db`
    select seat.student_id from stream_student seat where c.is_select and seat.stream_id = c.course_id
    union all
    select member.student_id from group_student member
    where not c.is_select and member.group_id = c.course_id and ${isMember(db, { day: column('day') })}
      and ${isStudentOf(db, piece(db, 'member.student_id'), teacher, {
        year: column('year_id'),
        term: column('term_id'),
        discipline: column('discipline_id'),
        credits: column('credits'),
        classType: column('class_type_id'),
      })}`;
}

/**
 * A teacher's classes of today and the days before it, newest first, one row a group or stream: how many students it has,
 * how many entries its column in the journal, and how many of them are absences.
 */
export async function filledClasses(db: Db, { teacher, year, term, timeZone }: Whose) {
  const now = today(db, timeZone);
  return await db<Output<typeof calls.filled>>`
    with held as materialized (
      select l.*, d.day, p.starts_at, p.ends_at, coalesce(s.is_chosen, false) as is_select,
        exists (select from class_change hand where hand.made_id = l.id) as by_hand
      from academic_calendar cal ${lessonsHeld(db, { from: db`${now} - ${daysBack}::int`, to: now })}
      join pair_slot p on p.id = l.slot_id
      left join stream s on s.id = l.stream_id
      where cal.year_id = ${year} and cal.term_id = ${term} and l.teacher_id = ${teacher}),
    class as materialized (
      select h.*, g.course_id, least(8, dense_rank() over (
        partition by h.day, g.course_id, h.is_select, h.discipline_id, h.credits, h.class_type_id
        order by h.starts_at))::smallint as times_count
      from held h
      cross join lateral (
        select h.stream_id as course_id where h.is_select
        union select lg.group_id from lesson_group lg where not h.is_select and lg.lesson_id = h.id
        union select x.group_id from stream_student x where not h.is_select and x.stream_id = h.stream_id) g)
    select c.day as "visitDate", c.times_count as "timesCount", c.starts_at as "startsAt", c.ends_at as "endsAt",
      c.discipline_id as id_discipline, c.credits, c.is_select as "isPotok", c.course_id as "id_groupOrPorok",
      c.class_type_id as id_vid_zaniatiy, c.subgroup, n.students, e.entered, e.absences
    from class c
    left join journal_course j on j.year_id = c.year_id and j.term_id = c.term_id
      and j.discipline_id = c.discipline_id and j.credits = c.credits
      and (c.is_select and j.stream_id = c.course_id or not c.is_select and j.group_id = c.course_id)
    cross join lateral (
      select count(*)::int as students from (${studentsOfClass(db, teacher)}) own
      where c.subgroup = 0 or not exists (
        select from journal_subgroup other where other.course_id = j.id and other.class_type_id = c.class_type_id
          and other.teacher_id = ${teacher} and other.student_id = own.student_id
          and other.subgroup not in (0, c.subgroup))) n
    cross join lateral (
      select count(cell.visited)::int as entered, (count(*) filter (where not cell.visited))::int as absences
      from journal_column col
      join journal_cell cell on cell.column_id = col.id and not cell.deleted
      where col.course_id = j.id and col.class_type_id = c.class_type_id and col.visit_date = c.day
        and col.times_count = c.times_count and (c.subgroup = 0 or cell.subgroup in (0, c.subgroup))) e
    -- A class that was given by another teacher this once: its journal is kept by whoever teaches the course.
    where not c.by_hand or exists (select from course_teacher taught where taught.teacher_id = ${teacher}
      and taught.is_select = c.is_select and taught.course_id = c.course_id and taught.year_id = c.year_id
      and taught.term_id = c.term_id and taught.discipline_id = c.discipline_id and taught.credits = c.credits)
    order by c.day desc, c.starts_at desc, c.course_id
    limit 500`;
}
