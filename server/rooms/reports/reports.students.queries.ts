import type { Output } from '@bilim/contract/call.ts';
import type { reports as calls } from '@bilim/contract/reports.ts';
import type { Db } from '../../database/database.ts';
import { hasTaughtStudent } from '../../university/courses.queries.ts';
import { isWindowOpenToday, requiredChoiceCtes, studentProgressCtes } from '../../university/progress.queries.ts';
import {
  alphabetCollationSql,
  nameColumn,
  sqlFragment,
  universityTodaySql,
} from '../../university/university.queries.ts';
import { isFacultyInScope, type ReportScope, selectGroups } from './reports.access.ts';
import {
  personNameSubquery,
  type ReportQuery,
  reportPageCte,
  scopeGroupsCte,
  selectReportPage,
} from './reports.queries.ts';

type Debts = Output<typeof calls.debts>[number];
type Registration = Output<typeof calls.registration>[number];

/** The mark of who may take the control again without hearing the discipline again. */
const mayRepeat = 'FX';

/** Which debtors. */
const debtors = { several: 'debts > 1', fx: 'has_fx' } as const;
export const isDebtorKind = (word: string): word is keyof typeof debtors => word in debtors;

/** SQL condition: result `r` is of what the scope's teacher taught the student, where the scope has one. */
function isTaughtByScopeTeacher(db: Db, { teacher }: ReportScope) {
  if (teacher === null) return sqlFragment(db, 'true');
  const of = (name: string) => sqlFragment(db, `r.${name}_id`);
  const key = { student: of('student'), discipline: of('discipline'), year: of('year'), semester: of('semester') };
  return hasTaughtStudent(db, teacher, key);
}

/**
 * Students of today with disciplines whose latest result is no pass, as the transcript counts them: by discipline and
 * semester. The most debts first.
 */
export async function readDebts(
  db: Db,
  query: ReportQuery,
  { kind, discipline }: { kind: keyof typeof debtors | null; discipline: number | null },
): Promise<Debts[]> {
  const { language, scope } = query;
  return await db<Debts[]>`
    with ${scopeGroupsCte(db, query)},
    owed as materialized (
      select r.student_id, member.group_id, r.discipline_id, r.year_id, r.semester_id, r.points, m.letter
      from discipline_result r
      join group_student member on member.student_id = r.student_id and member.is_current
      left join lateral (
        select letter from final_mark where points_from <= r.points order by points_from desc limit 1) m on true
      where not r.passed and member.group_id in (select id from place) and ${isTaughtByScopeTeacher(db, scope)}
        and not exists (select from discipline_result later where later.student_id = r.student_id
          and later.discipline_id = r.discipline_id and later.semester_id = r.semester_id and later.year_id > r.year_id)),
    students as (
      select student_id, group_id, count(*)::int as debts, coalesce(bool_or(letter = ${mayRepeat}), false) as has_fx
      from owed group by student_id, group_id),
    found as (
      select s.debts as number, p.full_name as name, p.id, p.id as id_student, p.full_name as fio, place.name as "group",
        st.number as "studentNumber", p.email, s.debts
      from students s join person p on p.id = s.student_id join student st on st.id = p.id
      join place on place.id = s.group_id
      where ${sqlFragment(db, kind ? debtors[kind] : 'true')}
        and ${discipline === null ? db`true` : db`s.student_id in (select student_id from owed where discipline_id = ${discipline})`}),
    ${reportPageCte(db, query, personNameSubquery(db))},
    listed as materialized (
      select o.student_id as id, jsonb_agg(jsonb_build_object('discipline', ${nameColumn(db, 'd', language)},
          'semester', se.label, 'year', y.label, 'points', o.points, 'letter', o.letter)
          order by o.semester_id, d.name_ru, d.id) as list
      from owed o join discipline d on d.id = o.discipline_id join semester se on se.id = o.semester_id
      join academic_year y on y.id = o.year_id
      where o.student_id in (select id from page) group by o.student_id)
    select count(*)::int as students, (count(*) filter (where debts > 1))::int as several,
      (count(*) filter (where has_fx))::int as fx, coalesce(sum(debts), 0)::int as debts,
      (select jsonb_build_object('id_discipline', d.id, 'discipline', ${nameColumn(db, 'd', language)},
          'students', x.students) from (
          select discipline_id, count(distinct student_id)::int as students from owed group by discipline_id
          order by 2 desc, 1 limit 1) x join discipline d on d.id = x.discipline_id) as most,
      ${selectReportPage(db, query, 'disciplines')} as rows
    from students`;
}

/**
 * Students of the registration that began last, with those of them who have not chosen everything: where a faculty's
 * window is closed, as it was left.
 */
export async function readRegistrationReport(
  db: Db,
  query: ReportQuery,
  { onlyNone, window }: { onlyNone: boolean; window: number | null },
): Promise<Registration[]> {
  const { scope, days, language, timeZone } = query;
  const now = universityTodaySql(db, timeZone);
  return await db<Registration[]>`
    with open as (
      select distinct on (w.faculty_id, w.part_time) w.* from registration_window w
      where w.starts_on <= ${now} and ${isFacultyInScope(db, scope, db`w.faculty_id`)}
        and (w.year_id, w.term_id) = (select year_id, term_id from registration_window
          where starts_on <= ${now} order by year_id desc, term_id desc limit 1)
      order by w.faculty_id, w.part_time, w.starts_on desc),
    ${requiredChoiceCtes(db, db`g.id in (select id from (${selectGroups(db, scope, days.year)}) own)`)},
    own as (
      select p.window_id, member.student_id, p.speciality_id, p.year_id, p.semester_id
      from place p join group_student member on member.group_id = p.group_id and member.is_current),
    ${studentProgressCtes(db)},
    missing as materialized (
      select far.window_id, far.student_id, member.group_id, far.wanted, far.credits, far.nothing
      from far join group_student member on member.student_id = far.student_id and member.is_current
      where not far.complete),
    found as (
      select 0 as number, p.full_name as name, p.id, p.id as id_student, p.full_name as fio, g.name as "group", m.credits,
        m.wanted
      from missing m join person p on p.id = m.student_id join study_group g on g.id = m.group_id
      where ${sqlFragment(db, onlyNone ? 'm.nothing' : 'true')} and ${window === null ? db`true` : db`m.window_id = ${window}`}),
    ${reportPageCte(db, query, personNameSubquery(db))}
    select (select count(*)::int from own) as students, (select count(*)::int from missing) as incomplete,
      (select count(*)::int from missing where nothing) as none,
      coalesce((select jsonb_agg(jsonb_build_object('id_window', w.id, 'faculty', ${nameColumn(db, 'f', language)},
          'isPartTime', w.part_time, 'endDate', w.ends_on, 'isOpen', ${isWindowOpenToday(db, timeZone)},
          'students', (select count(*) from own where window_id = w.id),
          'incomplete', (select count(*) from missing where window_id = w.id))
          order by ${nameColumn(db, 'f', language)} ${alphabetCollationSql(db, language)}, w.part_time, w.id)
        from open w join faculty f on f.id = w.faculty_id), '[]') as windows,
      ${selectReportPage(db, query)} as rows`;
}

/** The faculties that the permission covers, and their groups of today. */
export async function readFilterChoices(db: Db, { scope, days, language }: ReportQuery) {
  const order = alphabetCollationSql(db, language);
  return await db<Output<typeof calls.choices>>`
    select coalesce((select jsonb_agg(jsonb_build_object('id_faculty', f.id, 'name', f.short) order by f.short ${order}, f.id)
        from faculty f where ${isFacultyInScope(db, scope, db`f.id`)}), '[]') as faculties,
      coalesce((select jsonb_agg(jsonb_build_object('id_group', g.id, 'name', g.name, 'id_faculty', g.faculty_id,
            'course', g.course) order by g.name ${order}, g.id)
        from (${selectGroups(db, scope, days.year)}) g
        where exists (select from group_student member where member.group_id = g.id and member.is_current)), '[]') as groups,
      coalesce((select jsonb_agg(jsonb_build_object('id_teacher', p.id, 'fio', p.full_name) order by p.full_name ${order}, p.id)
        from person p
        where p.id in (
          select l.teacher_id from lesson l
          where l.year_id = ${days.year} and (
            exists (select from lesson_group lg join (${selectGroups(db, scope, days.year)}) g on g.id = lg.group_id
              where lg.lesson_id = l.id)
            or exists (select from stream s join department k on k.id = s.department_id
              where s.id = l.stream_id and ${isFacultyInScope(db, scope, db`k.faculty_id`)})))), '[]') as teachers`;
}
