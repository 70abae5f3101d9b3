import type { Output } from '@bilim/contract/call.ts';
import type { journal as calls } from '@bilim/contract/journal.ts';
import type { Db } from '../../database/database.ts';
import {
  classOccurrenceCtes,
  isJournalKeptByTeacher,
  joinClassEntries,
  joinJournalOfClass,
} from '../../university/filled.queries.ts';
import { universityTodaySql } from '../../university/university.queries.ts';

/** How many days before today are looked at. */
const daysBack = 6;

interface TeacherTerm {
  readonly teacher: number;
  readonly year: number;
  readonly term: number;
  readonly timeZone: string;
}

/**
 * A teacher's classes of today and the days before it, newest first, one row a group or stream: how many students it has,
 * how many entries its column in the journal, and how many of them are absences.
 */
export async function readClassEntryCounts(db: Db, { teacher, year, term, timeZone }: TeacherTerm) {
  const now = universityTodaySql(db, timeZone);
  const of = db`cal.year_id = ${year} and cal.term_id = ${term} and l.teacher_id = ${teacher}`;
  return await db<Output<typeof calls.filled>>`
    with ${classOccurrenceCtes(db, { from: db`${now} - ${daysBack}::int`, to: now, of })}
    select c.day as "visitDate", c.times_count as "timesCount", c.starts_at as "startsAt", c.ends_at as "endsAt",
      c.discipline_id as id_discipline, c.credits, c.is_select as "isPotok", c.course_id as "id_groupOrPorok",
      c.class_type_id as id_vid_zaniatiy, c.subgroup, n.students, e.entered, e.absences
    from class c
    ${joinJournalOfClass(db)}
    ${joinClassEntries(db)}
    where ${isJournalKeptByTeacher(db)}
    order by c.day desc, c.starts_at desc, c.course_id
    limit 500`;
}
