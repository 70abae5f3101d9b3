import type { Db } from '../database/database.ts';
import { type NewsAudience, selectAddressees } from '../university/addressees.access.ts';
import { disciplineColumns, isStudentOfTeacher } from '../university/courses.queries.ts';
import { isMaterialForStudentKind } from '../university/materials.access.ts';
import { sqlFragment, universityTodaySql } from '../university/university.queries.ts';

/**
 * Notices that rooms write, each in the transaction of the change and in one statement, however many people it
 * concerns. Changes by the importer are in lessons.queries.ts; changes of seats are written by the database itself
 * (functions/notices.sql).
 */

/** Absences of a student in one journal from which on the teacher is notified, of every further one too. */
export const absenceNoticeThreshold = 3;

/**
 * SQL: a notice of the same thing is renewed: with the next number, unseen. `detail`, SQL too: what it says
 * then, of the row `excluded` and of the row `notice` that is there.
 */
export const noticeConflictClause = (db: Db, detail = 'excluded.detail') =>
  sqlFragment(
    db,
    `on conflict on constraint notice_once do update set id = excluded.id, step = excluded.step,
      detail = ${detail}, at = now(), seen_at = null, planned = false`,
  );

/** An announcement: to everybody whom it is addressed to but its author; an urgent one is delivered at once. */
export async function notifyNews(
  db: Db,
  { id, author, urgent }: { id: number; author: number; urgent: boolean },
  audience: NewsAudience,
): Promise<void> {
  await db`
    insert into notice (person_id, kind, thing, detail)
    select a.person_id, 'news', ${id}::bigint, jsonb_build_object('urgent', ${urgent}::boolean) from (${selectAddressees(db, audience)}) a where a.person_id <> ${author}
    ${noticeConflictClause(db)}`;
}

/** A message that a moderator removed or brought back: to its author; of an office nobody is notified. */
export async function notifyModeration(db: Db, message: number, step: 'removed' | 'restored'): Promise<void> {
  await db`
    insert into notice (person_id, kind, thing, step)
    select m.author_id, 'message', m.id, ${step}
    from message m join account a on a.person_id = m.author_id where m.id = ${message}
    ${noticeConflictClause(db)}`;
}

/** A person's own archive that is ready to be taken, or that could not be made. */
export async function notifyArchive(db: Db, uid: number, step: 'ready' | 'failed'): Promise<void> {
  await db`
    insert into notice (person_id, kind, thing, step) values (${uid}, 'archive', 0, ${step}) ${noticeConflictClause(db)}`;
}

/** New materials: to the students whom their teachers teach those sets in the default year. */
export async function notifyMaterials(db: Db, materials: readonly number[]): Promise<void> {
  const isOwn = isStudentOfTeacher(
    db,
    sqlFragment(db, 'member.student_id'),
    sqlFragment(db, 'm.teacher_id'),
    disciplineColumns(db, 'taught'),
  );
  await db`
    insert into notice (person_id, kind, thing)
    select distinct x.student_id, 'material', m.id
    from material m
    join course_teacher taught on taught.teacher_id = m.teacher_id and taught.discipline_id = m.discipline_id
      and taught.credits = m.credits and taught.semester_id = m.semester_id and taught.is_select = m.is_select
    join academic_year y on y.id = taught.year_id and y.is_default
    cross join lateral (
      select member.student_id, member.group_id from group_student member
      where not taught.is_select and member.group_id = taught.course_id and member.is_current and ${isOwn}
      union all
      select given.student_id, given.group_id from stream_student given
      where taught.is_select and given.stream_id = taught.course_id) x
    where m.id = any (${materials as number[]}::bigint[]) and ${isMaterialForStudentKind(db, sqlFragment(db, 'x.group_id'))}
    ${noticeConflictClause(db)}`;
}

/** A teacher whose journals of the last days are not filled, and how many classes it is about. */
export async function notifyUnfilledJournals(
  db: Db,
  { teacher, count }: { teacher: number; count: number },
): Promise<void> {
  await db`
    insert into notice (person_id, kind, thing, detail)
    values (${teacher}, 'journals', 0, jsonb_build_object('count', ${count}::int)) ${noticeConflictClause(db)}`;
}

/**
 * A step of document orders, taken by somebody else than their owners. `selectNoticeContent`: it was no step, the desk wrote to them
 * ('written') or reminded them of what lies ready ('reminded').
 */
export async function notifyOrders(
  db: Db,
  orders: readonly number[],
  by: number,
  noticeContent: string | null = null,
): Promise<void> {
  await db`
    insert into notice (person_id, kind, thing, step)
    select o.person_id, 'order', o.id, ${noticeContent} from document_order o
    where o.id = any (${orders as number[]}::bigint[]) and o.person_id <> ${by}
    ${noticeConflictClause(db)}`;
}

/**
 * SQL, further parts of a statement whose part `written` gives student_id, visited and mark_id of the cells of a
 * journal's column as they are now: notifies the student of a mark or an absence, and withdraws that with them;
 * notifies the teacher of many absences. Notices of unchanged cells stay as they are.
 */
export function cellNoticeCtes(db: Db, { column, teacher }: { column: number; teacher: number }) {
  return db`
    notified as (
      insert into notice (person_id, kind, thing, part, detail)
      select student_id, 'mark', ${column}::bigint, 0, jsonb_build_object('mark', mark_id)
      from written where visited is false or mark_id is not null
      union all
      select ${teacher}::bigint, 'absences', k.course_id, w.student_id, jsonb_build_object('column', k.id)
      from written w join journal_column k on k.id = ${column}
      where w.visited is false and ${absenceNoticeThreshold} <= 1 + (
        select count(*) from journal_cell other join journal_column o on o.id = other.column_id
        where other.student_id = w.student_id and other.visited is false and o.course_id = k.course_id and o.id <> k.id)
      -- In one order always: two classes of a course may be entered at the same time.
      order by 1, 4
      on conflict on constraint notice_once do update set id = excluded.id, detail = excluded.detail, at = now(),
        seen_at = null, planned = false where notice.detail is distinct from excluded.detail),
    taken_back as (
      delete from notice using written
      where notice.person_id = written.student_id and notice.kind = 'mark' and notice.thing = ${column}
        and written.visited is not false and written.mark_id is null)`;
}

/**
 * Registration windows that have opened, will close tomorrow or have closed since this was last called, to the students
 * whom they concern. A window opens and closes by its dates, without anybody's act, so that this is called every minute;
 * and in the office's own acts. Gives the faculties of those windows.
 */
export async function notifyRegistrationWindows(db: Db, timeZone: string): Promise<number[]> {
  const rows = await db<{ faculty: number }[]>`
    with present as (
      select w.id, w.ends_on,
        case when w.closed_at is not null or w.ends_on < d.today then 'closed'
          when w.ends_on <= d.today + 1 then 'closing' else 'open' end as step
      from registration_window w cross join (select ${universityTodaySql(db, timeZone)} as today) d
      where w.starts_on <= d.today),
    changed as (
      insert into registration_window_notified as t (window_id, step, ends_on)
      select p.id, p.step, p.ends_on from present p
      where not exists (select from registration_window_notified known
          where known.window_id = p.id and known.step = p.step and known.ends_on = p.ends_on)
        -- Of what was over before anybody could be told nothing is told.
        and (p.step <> 'closed' or exists (select from registration_window_notified known where known.window_id = p.id))
      on conflict on constraint registration_window_notified_pkey do update
        set step = excluded.step, ends_on = excluded.ends_on
        where (t.step, t.ends_on) is distinct from (excluded.step, excluded.ends_on)
      returning window_id, step),
    notified as (
      insert into notice (person_id, kind, thing, step)
      select distinct member.student_id, 'window', c.window_id, c.step
      from changed c
      join registration_window w on w.id = c.window_id
      join speciality s on s.faculty_id = w.faculty_id
      join education_form e on e.id = s.education_form_id and e.part_time = w.part_time
      join study_group g on g.speciality_id = s.id
      join group_student member on member.group_id = g.id and member.is_current
      ${noticeConflictClause(db)})
    select distinct w.faculty_id as faculty from changed c join registration_window w on w.id = c.window_id`;
  return rows.map(({ faculty }) => faculty);
}
