import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { IncompleteRegistrationKind } from '@bilim/contract/page-options.ts';
import type { registrationBoard } from '@bilim/contract/registration-board.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { noticeConflictClause } from '../../notices/writing.queries.ts';
import { isStudentInRegistrationScope } from '../../university/contacts.access.ts';
import { alphabetCollationSql, nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import type { LanguageAndTimeZone } from './registration.access.ts';
import { isFacultyInRegistrationScope } from './registration.office.access.ts';
import { coveredWindowCtes } from './registration.progress.queries.ts';
import { selectStudentsOverCreditLimit } from './registration.settings.queries.ts';

/** Who is behind in the open windows of a term, and how they are reminded. */

/** A part of the students: of one faculty, of one course. */
export interface StudentScope {
  readonly year: number;
  readonly term: number;
  readonly faculty: number | null;
  readonly course: number | null;
}

/** The `part` of a reminder in the key of notices: the window's own notice is part 0. */
const reminder = 1;

/** SQL, a further part of a statement after those of `coveredWindowCtes`: `behind`, a row a student of the windows of a term. */
const behindPart = (db: Db, of: StudentScope): Fragment => db`
  behind as materialized (
    select distinct on (far.student_id) far.student_id, w.id as window_id, w.ends_on, sp.faculty_id, g.name as group_name,
      w.year_id - g.admission_year + 1 as course, far.credits, far.wanted, far.complete, far.nothing,
      not far.complete and not far.nothing as partly
    from far
    join open w on w.id = far.window_id and w.year_id = ${of.year} and w.term_id = ${of.term}
    join group_student gs on gs.student_id = far.student_id and gs.is_current
    join study_group g on g.id = gs.group_id
    join speciality sp on sp.id = g.speciality_id
    where (${of.faculty}::int is null or sp.faculty_id = ${of.faculty}::int)
      and (${of.course}::int is null or w.year_id - g.admission_year + 1 = ${of.course}::int)
    order by far.student_id, w.ends_on desc, w.id)`;

/** SQL: student `b` of `behind` has opened the page of registration while the window was open. */
const wasThere = (db: Db) => db`exists (
  select from registration_visit o where o.window_id = b.window_id and o.student_id = b.student_id)`;

/** SQL: student `b` of `behind` is incomplete in this way. */
const isIncomplete = (db: Db, only: IncompleteRegistrationKind): Fragment =>
  ({ nothing: db`b.nothing`, away: db`b.nothing and not ${wasThere(db)}`, partly: db`b.partly` })[only];

/** SQL: student `b` of `behind` was reminded today. */
const wasReminded = (db: Db, timeZone: string) => db`exists (
  select from notice n where n.person_id = b.student_id and n.kind = 'window' and n.thing = b.window_id
    and n.part = ${reminder} and (n.at at time zone ${timeZone})::date = ${universityTodaySql(db, timeZone)})`;

/** How many are behind in the open windows of a term, by faculty and course. */
export async function countIncompleteRegistrations(
  db: Db,
  caller: Caller,
  { language, timeZone }: LanguageAndTimeZone,
  of: { year: number; term: number },
): Promise<Output<typeof registrationBoard.officeBehind>> {
  const counts = db`count(*)::int as students, (count(*) filter (where b.nothing))::int as nothing,
    (count(*) filter (where b.partly))::int as partly`;
  return await db<Output<typeof registrationBoard.officeBehind>>`
    with ${coveredWindowCtes(db, caller, timeZone)}, ${behindPart(db, { ...of, faculty: null, course: null })},
    parts as (
      select b.faculty_id as id_faculty, f.short as "p23-1", b.course, ${counts}
      from behind b join faculty f on f.id = b.faculty_id group by b.faculty_id, f.short, b.course)
    select ${counts},
      (count(*) filter (where ${isIncomplete(db, 'away')}))::int as away,
      (count(*) filter (where b.nothing and not ${wasReminded(db, timeZone)}))::int as remindable,
      (count(*) filter (where b.partly and not ${wasReminded(db, timeZone)}))::int as "remindablePartly",
      coalesce((select jsonb_agg(to_jsonb(p) order by p."p23-1" ${alphabetCollationSql(db, language)}, p.id_faculty, p.course)
        from parts p), '[]') as parts
    from behind b`;
}

/** One page of the students of open windows of a term who have not chosen everything, by name. */
export async function readIncompleteStudents(
  db: Db,
  caller: Caller,
  { language, timeZone }: LanguageAndTimeZone,
  of: StudentScope & { only: IncompleteRegistrationKind | null; skip: number },
) {
  const isWanted = of.only === null ? db`not b.complete` : isIncomplete(db, of.only);
  return await db<
    {
      id_student: number;
      s_fio: string;
      p20: string;
      'p23-1': string;
      course: number;
      credits: number;
      wanted: number;
      isSeen: boolean;
    }[]
  >`
    with ${coveredWindowCtes(db, caller, timeZone)}, ${behindPart(db, of)}
    select p.id as id_student, p.full_name as s_fio, b.group_name as p20, f.short as "p23-1", b.course,
      b.credits, b.wanted, ${wasThere(db)} as "isSeen"
    from behind b
    join person p on p.id = b.student_id
    join faculty f on f.id = b.faculty_id
    where ${isWanted}
    order by p.full_name ${alphabetCollationSql(db, language)}, p.id
    limit ${limits.officePageSize} offset ${of.skip}`;
}

/**
 * Reminds those who are incomplete in a way and were not reminded today, and keeps who did it; gives who was notified.
 */
export async function remindStudents(
  db: Db,
  caller: Caller,
  timeZone: string,
  of: StudentScope & { only: IncompleteRegistrationKind },
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    with ${coveredWindowCtes(db, caller, timeZone)}, ${behindPart(db, of)},
    notified as (
      insert into notice (person_id, kind, thing, part, step)
      select b.student_id, 'window', b.window_id, ${reminder}, 'remind' from behind b
      where ${isIncomplete(db, of.only)} and not ${wasReminded(db, timeZone)} order by b.student_id
      ${noticeConflictClause(db)} returning person_id),
    kept as (
      insert into registration_change (by_person_id, kind, term_id, after)
      select ${caller.uid}, 'reminded', ${of.term}, jsonb_build_object('year', ${of.year}::int, 'faculty', ${of.faculty}::int,
        'course', ${of.course}::int, 'only', ${of.only}::text, 'told', (select count(*) from notified))
      where exists (select from notified))
    select person_id as id from notified`;
  return rows.map(({ id }) => id);
}

/** Students with more credits in a term than their limit, most first. */
export async function readStudentsOverCreditLimit(db: Db, caller: Caller, of: { year: number; term: number }) {
  return await db<{ id_student: number; s_fio: string; p20: string; credits: number; creditLimit: number }[]>`
    select p.id as id_student, p.full_name as s_fio, coalesce(g.name, '') as p20, x.credits, x."limit" as "creditLimit"
    from (${selectStudentsOverCreditLimit(db, of.year, of.term)}) x
    join student st on st.id = x.student_id
    join person p on p.id = st.id
    left join group_student gs on gs.student_id = st.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    where ${isStudentInRegistrationScope(db, caller)}
    order by x.credits desc, p.full_name, p.id limit 200`;
}

/** What was registered under a receipt's number, and whether it still is. */
export async function readReceipt(db: Db, caller: Caller, language: Language, receipt: string) {
  return await db<Output<typeof registrationBoard.officeReceipt>>`
    select e.receipt, e.kind, e.at, p.full_name as s_fio, coalesce(g.name, '') as p20,
      ${nameColumn(db, 'd', language)} as discipline, e.credits as kredits, ${nameColumn(db, 't', language)} as name_vid_zaniatiy,
      coalesce(s.name, '') as stream, coalesce(o.full_name, '') as t_fio,
      exists (select from registration_class c
        where c.receipt = e.receipt and c.class_type_id = e.class_type_id and c.stream_id = e.stream_id) as "isValid"
    from registration_event e
    join student st on st.id = e.student_id
    join person p on p.id = st.id
    join discipline d on d.id = e.discipline_id
    join class_type t on t.id = e.class_type_id
    left join group_student gs on gs.student_id = st.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    left join stream s on s.id = e.stream_id
    left join department f on f.id = s.department_id
    left join person o on o.id = s.teacher_id
    where e.receipt = ${receipt}
      and case when s.id is null then ${isStudentInRegistrationScope(db, caller)} else ${isFacultyInRegistrationScope(db, caller, db`f.faculty_id`)} end
    order by t.id, e.id limit 50`;
}
