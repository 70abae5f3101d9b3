import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import {
  alphabet,
  dayOfTerm,
  studentsOfTeacher as membersOf,
  named,
  streamName,
  teachersOf,
} from '../../university/university.queries.ts';
import { unreadOfGroup, unreadOfPerson } from '../../university/unread.queries.ts';

/** A person's view on one term. */
export interface TermView {
  uid: number;
  year: number;
  term: number;
  language: Language;
  timeZone: string;
}

/** A discipline in that term; `isSelect`: taught to a stream instead of to groups. */
export interface DisciplineView extends TermView {
  discipline: number;
  isSelect: boolean;
  credits: number;
}

/** Its part for one semester and, where given, one group or stream. */
export interface GroupView extends DisciplineView {
  semester: number;
  group: number;
}

type Taught = { id: number; discipline: string; isSelect: boolean; kredit: number }[];

/** What a teacher teaches in a term: to groups by load, to streams by choice. */
export async function disciplinesOfTeacher(db: Db, v: TermView): Promise<Taught> {
  return await db<Taught>`
    select d.id, ${named(db, 'd', v.language)} as discipline, x.is_select as "isSelect", x.credits as kredit
    from (
      select discipline_id, false as is_select, credits from group_load
        where teacher_id = ${v.uid} and year_id = ${v.year} and term_id = ${v.term}
      union
      select discipline_id, true, credits from stream
        where teacher_id = ${v.uid} and year_id = ${v.year} and term_id = ${v.term} and is_chosen) x
    join discipline d on d.id = x.discipline_id
    order by ${named(db, 'd', v.language)} ${alphabet(db, v.language)}, x.credits, x.is_select`;
}

/** The group that a student belonged to in a term. */
function groupOf(db: Db, v: TermView) {
  return db`(select m.group_id from group_membership m
    where m.student_id = ${v.uid} and m.starts_on <= ${dayOfTerm(db, v.timeZone, v.year, v.term)}
      and (m.ends_on is null or m.ends_on >= ${dayOfTerm(db, v.timeZone, v.year, v.term)})
    order by m.starts_on desc limit 1)`;
}

/** The mandatory rows of a student's plan in a term. */
function planOf(db: Db, v: TermView) {
  return db`select i.discipline_id, i.credits, i.semester_id, g.id as group_id, g.name as group_name
    from study_group g
    join plan_item i on i.speciality_id = g.speciality_id and i.year_id = ${v.year} and i.elective_block is null
    join semester s on s.id = i.semester_id and s.term_id = ${v.term} and s.course = ${v.year} - g.admission_year + 1
    where g.id = ${groupOf(db, v)}`;
}

/** What a student studies in a term: the plan of the group, and what was chosen. */
export async function disciplinesOfStudent(db: Db, v: TermView): Promise<Taught> {
  return await db<Taught>`
    select d.id, ${named(db, 'd', v.language)} as discipline, x.is_select as "isSelect", x.credits as kredit
    from (
      select discipline_id, false as is_select, credits from (${planOf(db, v)}) p
      union
      select r.discipline_id, true, r.credits from registration r
        where r.student_id = ${v.uid} and r.year_id = ${v.year} and r.term_id = ${v.term} and r.is_chosen) x
    join discipline d on d.id = x.discipline_id
    order by ${named(db, 'd', v.language)} ${alphabet(db, v.language)}, x.credits, x.is_select`;
}

type Semesters = { id_semester: number; p43: string }[];

/** Semesters in which a teacher teaches a discipline; of a chosen one the term. Empty: not taught by them. */
export async function semestersOfTeacher(db: Db, v: DisciplineView): Promise<Semesters> {
  if (v.isSelect)
    return await db<Semesters>`
      select t.id as id_semester, ${named(db, 't', v.language)} as p43 from term t
      where t.id = ${v.term} and exists (
        select from stream s where s.teacher_id = ${v.uid} and s.year_id = ${v.year} and s.term_id = ${v.term}
          and s.discipline_id = ${v.discipline} and s.credits = ${v.credits} and s.is_chosen)`;
  return await db<Semesters>`
    select distinct s.id as id_semester, s.label as p43
    from group_load l join semester s on s.id = l.semester_id
    where l.teacher_id = ${v.uid} and l.year_id = ${v.year} and l.term_id = ${v.term}
      and l.discipline_id = ${v.discipline} and l.credits = ${v.credits}
    order by s.id`;
}

/** The same for a student; `discipline` null: any with these credits. */
export async function semestersOfStudent(
  db: Db,
  v: TermView & { discipline: number | null; isSelect: boolean; credits: number; group: number | null },
): Promise<Semesters> {
  const ofDiscipline = v.discipline === null ? db`` : db`and discipline_id = ${v.discipline}`;
  if (v.isSelect)
    return await db<Semesters>`
      select t.id as id_semester, ${named(db, 't', v.language)} as p43 from term t
      where t.id = ${v.term} and exists (
        select from registration where student_id = ${v.uid} and year_id = ${v.year} and term_id = ${v.term}
          and credits = ${v.credits} and is_chosen ${ofDiscipline})`;
  return await db<Semesters>`
    select distinct s.id as id_semester, s.label as p43
    from (${planOf(db, v)}) p join semester s on s.id = p.semester_id
    where p.credits = ${v.credits} ${ofDiscipline}
      and (${v.group}::int is null or p.group_id = ${v.group}::int)
    order by s.id`;
}

type Groups = { id_group: number; p20: string }[];

/** Groups (or streams) of a teacher's discipline; empty: not taught by them. */
export async function groupsOfTeacher(db: Db, v: DisciplineView & { semester: number }): Promise<Groups> {
  if (v.isSelect)
    return await db<Groups>`
      select s.id as id_group, ${streamName(db, 's', v.language)} as p20
      from stream s join class_type ct on ct.id = s.class_type_id
      where s.teacher_id = ${v.uid} and s.year_id = ${v.year} and s.term_id = ${v.term} and ${v.semester} = ${v.term}
        and s.discipline_id = ${v.discipline} and s.credits = ${v.credits} and s.is_chosen
      order by s.class_type_id, s.number`;
  return await db<Groups>`
    select distinct g.id as id_group, g.name as p20, g.name ${alphabet(db, v.language)} as sorted
    from group_load l join study_group g on g.id = l.group_id
    where l.teacher_id = ${v.uid} and l.year_id = ${v.year} and l.term_id = ${v.term}
      and l.discipline_id = ${v.discipline} and l.credits = ${v.credits} and l.semester_id = ${v.semester}
    order by sorted`;
}

/** A student's own group, or own streams, in a discipline; empty: not studied by them. */
export async function groupsOfStudent(db: Db, v: DisciplineView & { semester: number }): Promise<Groups> {
  if (v.isSelect)
    return await db<Groups>`
      select s.id as id_group, ${streamName(db, 's', v.language)} as p20
      from registration r
      join registration_class c on c.registration_id = r.id
      join stream s on s.id = c.stream_id
      join class_type ct on ct.id = s.class_type_id
      where r.student_id = ${v.uid} and r.year_id = ${v.year} and r.term_id = ${v.term} and ${v.semester} = ${v.term}
        and r.discipline_id = ${v.discipline} and r.credits = ${v.credits} and r.is_chosen
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

/**
 * The students of a teacher's group or stream, with the group itself as the first row (idid -1, fio empty).
 * Where a mandatory discipline has streams, a teacher sees those who registered in theirs (docs/rules.md#courses).
 * Empty: not taught by them.
 */
export async function studentsOfTeacher(db: Db, v: GroupView): Promise<ContactRow[]> {
  const members = membersOf(db, v.timeZone, v, v.uid);
  const target = v.isSelect
    ? db`select s.id, ${streamName(db, 's', v.language)} as name
        from stream s join class_type ct on ct.id = s.class_type_id
        where s.id = ${v.group} and s.teacher_id = ${v.uid} and s.year_id = ${v.year} and s.term_id = ${v.term}
          and ${v.semester} = ${v.term}
          and s.discipline_id = ${v.discipline} and s.credits = ${v.credits} and s.is_chosen`
    : db`select g.id, g.name from study_group g
        where g.id = ${v.group} and exists (
          select from group_load l where l.group_id = g.id and l.teacher_id = ${v.uid} and l.year_id = ${v.year}
            and l.term_id = ${v.term} and l.discipline_id = ${v.discipline} and l.credits = ${v.credits}
            and l.semester_id = ${v.semester})`;
  return await db<ContactRow[]>`
    with target as materialized (${target}), members as (${members})
    select -1 as idid, '' as fio, ${unreadOfGroup(db, v)} as "countMessages", null as faculty, name as "group", null as doljnost,
      null as sorted
    from target
    union all
    select p.id, p.full_name, ${unreadOfPerson(db, v, 'p.id')}, f.short, g.name, null, p.full_name ${alphabet(db, v.language)}
    from members m
    join target on true
    join person p on p.id = m.student_id
    left join group_membership gm on gm.student_id = p.id and gm.ends_on is null
    left join study_group g on g.id = gm.group_id
    left join speciality sp on sp.id = g.speciality_id
    left join faculty f on f.id = sp.faculty_id
    order by sorted nulls first
    limit 1000`;
}

/** The teachers of a student's group or stream in a discipline, the group first; empty: not studied by them. */
export async function teachersOfStudent(db: Db, v: GroupView): Promise<ContactRow[]> {
  const target = v.isSelect
    ? db`select s.id, ${streamName(db, 's', v.language)} as name
        from stream s join class_type ct on ct.id = s.class_type_id
        where s.id = ${v.group} and s.year_id = ${v.year} and s.term_id = ${v.term} and ${v.semester} = ${v.term}
          and s.discipline_id = ${v.discipline} and s.credits = ${v.credits} and s.is_chosen
          and exists (
            select from registration_class c join registration r on r.id = c.registration_id
            where c.stream_id = s.id and r.student_id = ${v.uid})`
    : db`select p.group_id as id, p.group_name as name from (${planOf(db, v)}) p
        where p.group_id = ${v.group} and p.discipline_id = ${v.discipline} and p.credits = ${v.credits}
          and p.semester_id = ${v.semester}`;
  return await db<ContactRow[]>`
    with target as materialized (${target}), teachers as (${teachersOf(db, v)})
    select -1 as idid, '' as fio, ${unreadOfGroup(db, v)} as "countMessages", null as faculty, name as "group", null as doljnost,
      null as sorted
    from target
    union all
    select p.id, p.full_name, ${unreadOfPerson(db, v, 'p.id')}, w.faculty, null, w.post, p.full_name ${alphabet(db, v.language)}
    from teachers t
    join target on true
    join person p on p.id = t.teacher_id
    left join lateral (
      select f.short as faculty, ${named(db, 'o', v.language)} as post
      from employment e
      join post o on o.id = e.post_id
      join department d on d.id = e.department_id
      join faculty f on f.id = d.faculty_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= current_date)
      order by e.rate desc, e.id limit 1) w on true
    order by sorted nulls first
    limit 1000`;
}
