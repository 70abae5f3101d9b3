import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { studiesCourse, teachesCourse } from '../../university/courses.access.ts';
import {
  isMemberAt,
  isTaughtInTerm,
  selectStudentsOfTeacher as membersOf,
  selectGroupInTerm,
  selectRegistrations,
  selectTeachers,
} from '../../university/courses.queries.ts';
import {
  alphabetCollationSql,
  nameColumn,
  streamNameColumn,
  universityTodaySql,
} from '../../university/university.queries.ts';
import { groupUnreadCountSql, personalUnreadCountSql } from '../../university/unread.queries.ts';

/** A person's view on one term. */
export interface TermQuery {
  uid: number;
  year: number;
  term: number;
  language: Language;
  timeZone: string;
}

/** A discipline in that term; `isSelect`: taught to a stream instead of to groups. */
export interface DisciplineQuery extends TermQuery {
  discipline: number;
  isSelect: boolean;
  credits: number;
}

/** Its part for one semester and, where given, one group or stream. */
export interface GroupQuery extends DisciplineQuery {
  semester: number;
  group: number;
}

type TaughtDisciplines = { id: number; discipline: string; isSelect: boolean; kredit: number }[];

/** What a teacher teaches in a term: to groups by load, to streams by choice. */
export async function readTaughtDisciplines(db: Db, v: TermQuery): Promise<TaughtDisciplines> {
  return await db<TaughtDisciplines>`
    select d.id, ${nameColumn(db, 'd', v.language)} as discipline, x.is_select as "isSelect", x.credits as kredit
    from (
      select distinct discipline_id, is_select, credits from course_teacher
      where teacher_id = ${v.uid} and year_id = ${v.year} and term_id = ${v.term}) x
    join discipline d on d.id = x.discipline_id
    order by ${nameColumn(db, 'd', v.language)} ${alphabetCollationSql(db, v.language)}, x.credits, x.is_select`;
}

/** The mandatory rows of the plan of the group that a student belongs to in a term. */
function planOf(db: Db, v: TermQuery) {
  return db`select p.discipline_id, p.credits, p.semester_id, p.group_id, g.name as group_name
    from group_plan p join study_group g on g.id = p.group_id
    where p.year_id = ${v.year} and p.term_id = ${v.term} and p.group_id = ${selectGroupInTerm(db, v.timeZone, v.uid, v)}`;
}

/** What a student studies in a term: the plan of the group, and what was chosen. */
export async function readDisciplinesOfStudent(db: Db, v: TermQuery): Promise<TaughtDisciplines> {
  return await db<TaughtDisciplines>`
    select d.id, ${nameColumn(db, 'd', v.language)} as discipline, x.is_select as "isSelect", x.credits as kredit
    from (
      select discipline_id, false as is_select, credits from (${planOf(db, v)}) p
      union
      select r.discipline_id, true, r.credits from (${selectRegistrations(db, v.uid)}) r
        where r.year_id = ${v.year} and r.term_id = ${v.term} and r.is_chosen) x
    join discipline d on d.id = x.discipline_id
    order by ${nameColumn(db, 'd', v.language)} ${alphabetCollationSql(db, v.language)}, x.credits, x.is_select`;
}

/** The last term that has begun, a year back at most, in which a person teaches or studies something. */
export async function readLastTerm(
  db: Db,
  { uid, role }: Caller,
  timeZone: string,
): Promise<{ id_a_year: number; id_ws: number } | null> {
  const day = db`least(c.ends_on, ${universityTodaySql(db, timeZone)})`;
  const has =
    role === 1
      ? db`exists (select from course_teacher taught
          where taught.teacher_id = ${uid} and taught.year_id = c.year_id and taught.term_id = c.term_id)`
      : db`(exists (select from group_student member
            join group_plan p on p.group_id = member.group_id
            where member.student_id = ${uid} and ${isMemberAt(db, { day })} and p.year_id = c.year_id and p.term_id = c.term_id)
          or exists (select from (${selectRegistrations(db, uid)}) r
            where r.year_id = c.year_id and r.term_id = c.term_id and r.is_chosen))`;
  const [row] = await db<{ id_a_year: number; id_ws: number }[]>`
    select c.year_id as id_a_year, c.term_id as id_ws from academic_calendar c
    where c.starts_on <= ${universityTodaySql(db, timeZone)} and c.starts_on > ${universityTodaySql(db, timeZone)} - 366 and ${has}
    order by c.starts_on desc limit 1`;
  return row ?? null;
}

type Semesters = { id_semester: number; p43: string }[];

/** Semesters in which a teacher teaches a discipline; of a chosen one the term. Empty: not taught by them. */
export async function readTeacherSemesters(db: Db, v: DisciplineQuery): Promise<Semesters> {
  const own = db`taught.teacher_id = ${v.uid} and ${isTaughtInTerm(db, v)}`;
  if (v.isSelect)
    return await db<Semesters>`
      select s.id as id_semester, ${nameColumn(db, 's', v.language)} as p43 from term s
      where s.id = ${v.term} and exists (select from course_teacher taught where taught.is_select and ${own})`;
  return await db<Semesters>`
    select distinct s.id as id_semester, s.label as p43
    from course_teacher taught join semester s on s.id = taught.semester_id
    where not taught.is_select and ${own}
    order by s.id`;
}

/** The same for a student; `discipline` null: any with these credits. */
export async function readStudentSemesters(
  db: Db,
  v: TermQuery & { discipline: number | null; isSelect: boolean; credits: number; group: number | null },
): Promise<Semesters> {
  const ofDiscipline = v.discipline === null ? db`` : db`and discipline_id = ${v.discipline}`;
  if (v.isSelect)
    return await db<Semesters>`
      select t.id as id_semester, ${nameColumn(db, 't', v.language)} as p43 from term t
      where t.id = ${v.term} and exists (
        select from (${selectRegistrations(db, v.uid)}) r where r.year_id = ${v.year} and r.term_id = ${v.term}
          and r.credits = ${v.credits} and r.is_chosen ${ofDiscipline})`;
  return await db<Semesters>`
    select distinct s.id as id_semester, s.label as p43
    from (${planOf(db, v)}) p join semester s on s.id = p.semester_id
    where p.credits = ${v.credits} ${ofDiscipline}
      and (${v.group}::int is null or p.group_id = ${v.group}::int)
    order by s.id`;
}

type Groups = { id_group: number; p20: string }[];

/** Groups (or streams) of a teacher's discipline; empty: not taught by them. */
export async function readTaughtGroups(db: Db, v: DisciplineQuery & { semester: number }): Promise<Groups> {
  if (v.isSelect)
    return await db<Groups>`
      select s.id as id_group, ${streamNameColumn(db, 's', v.language)} as p20
      from course_teacher taught join stream s on s.id = taught.course_id join class_type ct on ct.id = s.class_type_id
      where taught.is_select and taught.teacher_id = ${v.uid} and ${isTaughtInTerm(db, v)} and taught.semester_id = ${v.semester}
      order by s.class_type_id, s.number`;
  return await db<Groups>`
    select distinct g.id as id_group, g.name as p20, g.name ${alphabetCollationSql(db, v.language)} as sorted
    from course_teacher taught join study_group g on g.id = taught.course_id
    where not taught.is_select and taught.teacher_id = ${v.uid} and ${isTaughtInTerm(db, v)} and taught.semester_id = ${v.semester}
    order by sorted`;
}

/** A student's own group, or own streams, in a discipline; empty: not studied by them. */
export async function readGroupsOfStudent(db: Db, v: DisciplineQuery & { semester: number }): Promise<Groups> {
  if (v.isSelect)
    return await db<Groups>`
      select s.id as id_group, ${streamNameColumn(db, 's', v.language)} as p20
      from stream_student x
      join stream s on s.id = x.stream_id
      join class_type ct on ct.id = s.class_type_id
      where x.student_id = ${v.uid} and x.year_id = ${v.year} and x.term_id = ${v.term} and ${v.semester} = ${v.term}
        and x.discipline_id = ${v.discipline} and x.credits = ${v.credits} and x.is_chosen
      order by s.class_type_id, s.number`;
  return await db<Groups>`
    select p.group_id as id_group, p.group_name as p20 from (${planOf(db, v)}) p
    where p.discipline_id = ${v.discipline} and p.credits = ${v.credits} and p.semester_id = ${v.semester}`;
}

interface ContactRow {
  idid: number;
  fio: string;
  countMessages: number;
  faculty: string | null;
  group: string | null;
  doljnost: string | null;
}

/** SQL `select id, name`: the group or stream of a view, when the condition holds. */
function targetOf(db: Db, v: GroupQuery, holds: Fragment) {
  return v.isSelect
    ? db`select s.id, ${streamNameColumn(db, 's', v.language)} as name
        from stream s join class_type ct on ct.id = s.class_type_id where s.id = ${v.group} and ${holds}`
    : db`select g.id, g.name from study_group g where g.id = ${v.group} and ${holds}`;
}

/**
 * The students of a teacher's group or stream, with the group itself as the first row (idid -1, fio empty).
 * Where a mandatory discipline has streams, a teacher sees those who registered in theirs.
 * Empty: not taught by them.
 */
export async function readStudentsOfTeacher(db: Db, v: GroupQuery): Promise<ContactRow[]> {
  const members = membersOf(db, v.timeZone, v, v.uid);
  const target = targetOf(db, v, teachesCourse(db, v.uid, v, { semester: v.semester }));
  return await db<ContactRow[]>`
    with target as materialized (${target}), members as (${members})
    select -1 as idid, '' as fio, ${groupUnreadCountSql(db, v)} as "countMessages", null as faculty, name as "group", null as doljnost,
      null as sorted
    from target
    union all
    select p.id, p.full_name, ${personalUnreadCountSql(db, v, 'p.id')}, f.short, g.name, null, p.full_name ${alphabetCollationSql(db, v.language)}
    from members m
    join target on true
    join person p on p.id = m.student_id
    left join group_student gs on gs.student_id = p.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    left join speciality sp on sp.id = g.speciality_id
    left join faculty f on f.id = sp.faculty_id
    order by sorted nulls first
    limit 1000`;
}

/** The teachers of a student's group or stream in a discipline, the group first; empty: not studied by them. */
export async function readTeachersOfStudent(db: Db, v: GroupQuery): Promise<ContactRow[]> {
  const target = v.isSelect
    ? targetOf(db, v, db`${v.semester} = ${v.term} and ${studiesCourse(db, v.uid, v, 'ever')}`)
    : db`select p.group_id as id, p.group_name as name from (${planOf(db, v)}) p
        where p.group_id = ${v.group} and p.discipline_id = ${v.discipline} and p.credits = ${v.credits}
          and p.semester_id = ${v.semester}`;
  return await db<ContactRow[]>`
    with target as materialized (${target}), teachers as (${selectTeachers(db, v)})
    select -1 as idid, '' as fio, ${groupUnreadCountSql(db, v)} as "countMessages", null as faculty, name as "group", null as doljnost,
      null as sorted
    from target
    union all
    select p.id, p.full_name, ${personalUnreadCountSql(db, v, 'p.id')}, w.faculty, null, w.post, p.full_name ${alphabetCollationSql(db, v.language)}
    from teachers t
    join target on true
    join person p on p.id = t.teacher_id
    left join lateral (
      select f.short as faculty, ${nameColumn(db, 'o', v.language)} as post
      from employment e
      join post o on o.id = e.post_id
      join department d on d.id = e.department_id
      join faculty f on f.id = d.faculty_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())
      order by e.rate desc, e.id limit 1) w on true
    order by sorted nulls first
    limit 1000`;
}
