import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import {
  selectRegistrations,
  selectStudiedDisciplines,
  selectTeachersOfStudent,
} from '../../university/courses.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import type { OwnGroup } from './umk.access.ts';

/** What is chosen before a list of materials: semester, discipline, form of control, teacher. */
interface Semester {
  id_semester: number;
  p43: string;
  isSelect: boolean;
  id_ws: number;
}

/** Semesters (and terms, for chosen disciplines) in which a teacher teaches in a year. */
export async function readMaterialSemestersOfTeacher(db: Db, caller: Caller, language: Language, year: number) {
  return await db<Semester[]>`
    select id_semester, p43, "isSelect", id_ws from (
      select distinct s.id as id_semester, s.label as p43, false as "isSelect", s.term_id as id_ws
      from course_teacher c join semester s on s.id = c.semester_id
      where not c.is_select and c.teacher_id = ${caller.uid} and c.year_id = ${year}
      union all
      select distinct t.id, ${nameColumn(db, 't', language)}, true, t.id
      from course_teacher c join term t on t.id = c.term_id
      where c.is_select and c.teacher_id = ${caller.uid} and c.year_id = ${year}) x
    order by "isSelect", id_semester`;
}

/** All semesters of a group up to the present one, and the terms in which the student chose something. */
export async function readStudentMaterialSemesters(
  db: Db,
  caller: Caller,
  language: Language,
  group: OwnGroup,
  now: { year: number; term: number },
) {
  return await db<Semester[]>`
    select id_semester, p43, "isSelect", id_ws from (
      select s.id as id_semester, s.label as p43, false as "isSelect", s.term_id as id_ws
      from study_group g
      join speciality sp on sp.id = g.speciality_id
      join semester s on s.course <= sp.years
      where g.id = ${group.id} and (g.admission_year + s.course - 1, s.term_id) <= (${now.year}::int, ${now.term}::int)
      union all
      select distinct t.id, ${nameColumn(db, 't', language)}, true, t.id
      from (${selectRegistrations(db, caller.uid)}) r join term t on t.id = r.term_id
      where r.is_chosen) x
    order by "isSelect", id_semester`;
}

interface Discipline {
  id_discipline: number;
  discipline: string;
  kredits: number;
  isSelect: boolean;
  specialities: { id_speciality: number; 'p25-2': string }[];
  examinations: { id_examination: number; p30: string }[];
}

/** Disciplines of one semester (or term) and year: of the caller, or of all the own departments. */
export async function readDisciplineChoicesOfTeacher(
  db: Db,
  caller: Caller,
  language: Language,
  ctx: { year: number; semester: number; isSelect: boolean; departments: boolean },
): Promise<Discipline[]> {
  const departments = db`(select e.department_id from employment e
    where e.teacher_id = ${caller.uid} and (e.ends_on is null or e.ends_on >= today()))`;
  const streams = db`
    select s.* from course_teacher t join stream s on s.id = t.course_id
    where t.is_select and t.year_id = ${ctx.year} and t.semester_id = ${ctx.semester}
      and ${ctx.departments ? db`s.department_id in ${departments}` : db`t.teacher_id = ${caller.uid}`}`;
  const taught = ctx.isSelect
    ? db`
      select distinct s.discipline_id, s.credits, g.speciality_id, s.control_form_id
      from (${streams}) s
      left join stream_student x on x.stream_id = s.id
      left join study_group g on g.id = x.group_id
      union
      select s.discipline_id, s.credits, i.speciality_id, s.control_form_id
      from (${streams}) s
      join plan_item i on i.discipline_id = s.discipline_id and i.year_id = s.year_id and i.credits = s.credits`
    : db`
      select distinct t.discipline_id, t.credits, g.speciality_id, i.control_form_id
      from course_teacher t
      join study_group g on g.id = t.course_id
      left join plan_item i on i.speciality_id = g.speciality_id and i.year_id = t.year_id
        and i.semester_id = t.semester_id and i.discipline_id = t.discipline_id and i.credits = t.credits
      where not t.is_select and t.year_id = ${ctx.year} and t.semester_id = ${ctx.semester}
        and ${ctx.departments ? db`i.department_id in ${departments}` : db`t.teacher_id = ${caller.uid}`}`;
  return await grouped(db, language, taught, ctx.isSelect);
}

/** Disciplines that a student studies in a semester of the plan, or chose in a term of a year. */
export async function readStudiedDisciplines(
  db: Db,
  caller: Caller,
  language: Language,
  ctx: { group: OwnGroup; year: number; semester: number; isSelect: boolean },
): Promise<Discipline[]> {
  // A group goes through a semester of its plan once, so the year only distinguishes chosen disciplines.
  const studied = db`
    select distinct s.discipline_id, s.credits, g.speciality_id, s.control_form_id
    from (${selectStudiedDisciplines(db, caller.uid)}) s
    join study_group g on g.id = s.group_id
    where s.semester_id = ${ctx.semester} and s.is_select = ${ctx.isSelect} and s.group_id = ${ctx.group.id}
      and (not s.is_select or s.year_id = ${ctx.year})`;
  return await grouped(db, language, studied, ctx.isSelect);
}

/** Puts the specialities and forms of control of each discipline into its row. */
async function grouped(db: Db, language: Language, rows: Fragment, isSelect: boolean): Promise<Discipline[]> {
  return await db<Discipline[]>`
    with x as materialized (${rows})
    select d.id as id_discipline, ${nameColumn(db, 'd', language)} as discipline, k.credits as kredits,
      ${isSelect} as "isSelect",
      coalesce((select jsonb_agg(jsonb_build_object('id_speciality', s.id, 'p25-2', ${nameColumn(db, 's', language)})
          order by ${nameColumn(db, 's', language)}, s.id)
        from speciality s where s.id in (
          select speciality_id from x where x.discipline_id = k.discipline_id and x.credits = k.credits)), '[]')
        as specialities,
      coalesce((select jsonb_agg(jsonb_build_object('id_examination', c.id, 'p30', ${nameColumn(db, 'c', language)}) order by c.id)
        from control_form c where c.id in (
          select control_form_id from x where x.discipline_id = k.discipline_id and x.credits = k.credits)), '[]')
        as examinations
    from (select distinct discipline_id, credits from x) k
    join discipline d on d.id = k.discipline_id
    order by ${nameColumn(db, 'd', language)} ${alphabetCollationSql(db, language)}, k.credits`;
}

/** One discipline of a student's group, whether of the plan or chosen: the calls about it do not say which. */
interface OfGroup {
  readonly group: OwnGroup;
  readonly semester: number;
  readonly discipline: number;
  readonly credits: number;
}

/** Forms of control of a discipline; empty: not studied by them. */
export async function readControlForms(db: Db, caller: Caller, language: Language, ctx: OfGroup) {
  return await db<{ id_examination: number; p30: string }[]>`
    select distinct c.id as id_examination, ${nameColumn(db, 'c', language)} as p30
    from (${selectStudiedDisciplines(db, caller.uid)}) s
    join control_form c on c.id = s.control_form_id
    where s.group_id = ${ctx.group.id} and s.semester_id = ${ctx.semester} and s.discipline_id = ${ctx.discipline}
      and s.credits = ${ctx.credits}
    order by id_examination`;
}

/** The student's teachers of a discipline. */
export async function readDisciplineTeachersOfStudent(db: Db, caller: Caller, language: Language, ctx: OfGroup) {
  return await db<{ id_teacher: number; t_fio: string }[]>`
    select p.id as id_teacher, p.full_name as t_fio
    from person p
    where p.id in (
      select t.teacher_id from (${selectTeachersOfStudent(db, caller.uid)}) t
      where t.discipline_id = ${ctx.discipline} and t.credits = ${ctx.credits} and t.semester_id = ${ctx.semester})
    order by p.full_name ${alphabetCollationSql(db, language)}`;
}
