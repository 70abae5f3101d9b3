import type { Page } from '@playwright/test';
import postgres from 'postgres';

/** Gives some students debts, and one of them absences. */
export async function createDebtsAndAbsences(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`
    insert into discipline_result (student_id, discipline_id, year_id, semester_id, passed, points)
    select s.student_id, d.id, y.id - 1, 1, false, 45
    from (select student_id from group_membership where ends_on is null order by student_id limit 8) s
    cross join (select id from discipline order by id limit 2) d cross join academic_year y
    where y.is_default on conflict do nothing`;
  await sql`
    with taught as (
      select l.*, s.student_id from group_load l join group_membership s on s.group_id = l.group_id and s.ends_on is null
      join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
        and today() between c.starts_on and c.ends_on
      order by l.id, s.student_id limit 1),
    course as (
      insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
      select year_id, term_id, semester_id, group_id, discipline_id, credits from taught
      on conflict on constraint journal_course_unique do update set credits = excluded.credits returning id),
    columns as (
      insert into journal_column (course_id, class_type_id, visit_date, times_count)
      select course.id, t.class_type_id, today() - n / 8, n % 8 + 1
      from course, taught t, generate_series(8, 19) n on conflict do nothing returning id)
    insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, made_at)
    select c.id, t.student_id, 0, t.teacher_id, t.teacher_id, false, now() from columns c cross join taught t`;
  await sql.end();
}

/** A part of the page of reports. */
export const reportSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
