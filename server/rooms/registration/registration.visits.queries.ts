import type { Db } from '../../database/database.ts';
import { isWindowOpenToday } from '../../university/progress.queries.ts';

/** A student who opened the page at a semester, in the group of that year. */
export interface PageVisit {
  readonly student: number;
  readonly year: number;
  readonly semester: number;
  readonly speciality: number;
}

/** Visits of windows that ended so long ago are forgotten (days). */
const retentionDays = 400;

/** Writes the first visit of each student in the windows that are open for them; forgets those of old windows. */
export async function writePageVisits(db: Db, timeZone: string, visits: readonly PageVisit[]): Promise<void> {
  await db`
    with forgotten as (
      delete from registration_visit where window_id in (
        select id from registration_window where ends_on < today() - ${retentionDays}::int))
    insert into registration_visit (window_id, student_id)
    select distinct w.id, o.student
    from jsonb_to_recordset(${JSON.stringify(visits)}::text::jsonb)
      as o (student bigint, year smallint, semester smallint, speciality int)
    join semester se on se.id = o.semester
    join speciality sp on sp.id = o.speciality
    join education_form e on e.id = sp.education_form_id
    join registration_window w on w.year_id = o.year and w.term_id = se.term_id and w.faculty_id = sp.faculty_id
      and w.part_time = e.part_time and ${isWindowOpenToday(db, timeZone)}
    order by w.id, o.student
    on conflict on constraint registration_visit_pkey do nothing`;
}
