import type { Db } from '../../database/database.ts';
import { alphabetCollationSql, nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import {
  creditLimitSql,
  type GroupInYear,
  hasMarksInCourse,
  isRegistrationWindowOpen,
  type LanguageAndTimeZone,
} from './registration.access.ts';

/** Semesters of a group's course in a year. */
export async function readSemesters(db: Db, group: GroupInYear, year: number) {
  return await db<{ id_semester: number; p43: string; id_ws: number }[]>`
    select id as id_semester, label as p43, term_id as id_ws from semester
    where course = ${year - group.admission + 1} order by id`;
}

/** What one view of the plan is about. */
export interface PlanQuery extends LanguageAndTimeZone {
  readonly student: number;
  readonly year: number;
  readonly semester: number;
}

export interface PlanRow {
  id: number;
  id_a_year: number;
  id_semester: number;
  id_kafedra: number;
  sn_f1: string;
  id_discipline: number;
  discipline: string;
  kredits: number;
  id_examination: number;
  p30: string;
  id_group: number;
  id_student: number;
  id_vid_zaniatiy: number;
  name_vid_zaniatiy: string;
  descGroupNum: number | null;
  isByPlan: boolean;
  id_disciplineForStudent: number | null;
  id_teacher: number | null;
  t_fio: string | null;
  subgroup: number | null;
  num: number | null;
  canEdit: boolean;
  hasStreams: boolean;
  receipt: string | null;
  registered: string | null;
}

/**
 * A student's plan of a semester, one row a discipline and class type, with what is registered; by block (none
 * first), discipline, class type. The student's extras come last. `canEdit`: it may be chosen or changed now; of a block
 * only what has been chosen from it.
 */
export async function readStudyPlan(db: Db, v: PlanQuery, group: GroupInYear): Promise<PlanRow[]> {
  const open = isRegistrationWindowOpen(db, v.timeZone, {
    year: db`${v.year}`,
    term: db`x.term_id`,
    faculty: db`sp.faculty_id`,
    partTime: db`e.part_time`,
  });
  const marks = hasMarksInCourse(db, {
    student: db`${v.student}`,
    year: db`${v.year}`,
    term: db`x.term_id`,
    discipline: db`x.discipline_id`,
    credits: db`x.credits`,
  });
  const otherOfBlock = db`(r.id is null and exists (select from registration b
    where b.student_id = ${v.student} and b.year_id = ${v.year} and b.semester_id = ${v.semester}
      and b.elective_block = x.elective_block and b.discipline_id <> x.discipline_id))`;
  return await db<PlanRow[]>`
    select x.id, ${v.year}::int as id_a_year, ${v.semester}::int as id_semester, x.department_id as id_kafedra,
      f.short as sn_f1, x.discipline_id as id_discipline, ${nameColumn(db, 'd', v.language)} as discipline,
      x.credits as kredits, x.control_form_id as id_examination, ${nameColumn(db, 'o', v.language)} as p30,
      ${group.id}::int as id_group, ${v.student}::int as id_student, t.id as id_vid_zaniatiy,
      ${nameColumn(db, 't', v.language)} as name_vid_zaniatiy, x.elective_block as "descGroupNum",
      x.is_by_plan as "isByPlan", r.id as "id_disciplineForStudent", s.teacher_id as id_teacher, p.full_name as t_fio,
      s.id as subgroup, s.number as num, ${open} and not ${marks} and not ${otherOfBlock} as "canEdit",
      exists (select from stream n
        where n.year_id = ${v.year} and n.term_id = x.term_id and n.discipline_id = x.discipline_id
          and n.credits = x.credits and n.class_type_id = t.id
          and n.is_chosen = (x.elective_block is not null or not x.is_by_plan) and n.closed_at is null) as "hasStreams",
      c.receipt, c.registered_at as registered
    from (
      select i.id, i.department_id, i.discipline_id, i.credits, i.control_form_id, i.elective_block, true as is_by_plan,
        k.class_type_id, se.term_id
      from plan_item i
      join plan_item_class k on k.plan_item_id = i.id
      join semester se on se.id = i.semester_id and se.course = ${v.year - group.admission + 1}::int
      where i.speciality_id = ${group.speciality} and i.year_id = ${v.year} and i.semester_id = ${v.semester}
      union all
      select r.id, r.department_id, r.discipline_id, r.credits, r.control_form_id, r.elective_block, false,
        k.class_type_id, r.term_id
      from registration r
      join registration_class k on k.registration_id = r.id
      where r.student_id = ${v.student} and r.year_id = ${v.year} and r.semester_id = ${v.semester}
        and not r.is_by_plan) x
    join discipline d on d.id = x.discipline_id
    join department f on f.id = x.department_id
    join control_form o on o.id = x.control_form_id
    join class_type t on t.id = x.class_type_id
    join speciality sp on sp.id = ${group.speciality}
    join education_form e on e.id = sp.education_form_id
    left join registration r on r.student_id = ${v.student} and r.year_id = ${v.year}
      and r.semester_id = ${v.semester} and r.discipline_id = x.discipline_id and r.credits = x.credits
    left join registration_class c on c.registration_id = r.id and c.class_type_id = t.id
    left join stream s on s.id = c.stream_id
    left join person p on p.id = s.teacher_id
    order by not x.is_by_plan, x.elective_block nulls first,
      ${nameColumn(db, 'd', v.language)} ${alphabetCollationSql(db, v.language)}, d.id, t.id`;
}

export interface RegistrationEligibility {
  permission: boolean;
  isOpen: boolean;
  startDate: string | null;
  endDate: string | null;
  creditLimit: number;
  credits: number;
}

/** The window of the group's faculty and form for a semester, extras granted, credits registered and their limit. */
export async function readRegistrationEligibility(
  db: Db,
  v: PlanQuery,
  group: GroupInYear,
): Promise<RegistrationEligibility[]> {
  return await db<RegistrationEligibility[]>`
    select coalesce(w.open, false) and exists (select from optional_grant o
        where o.student_id = ${v.student} and o.year_id = ${v.year} and o.term_id = se.term_id) as permission,
      coalesce(w.open, false) as "isOpen", w.starts_on as "startDate", w.ends_on as "endDate",
      ${creditLimitSql(db, db`${v.student}::bigint`, db`${v.year}::smallint`, db`se.term_id`)} as "creditLimit",
      coalesce((select sum(r.credits) from registration r
        where r.student_id = ${v.student} and r.year_id = ${v.year} and r.semester_id = ${v.semester}), 0) as credits
    from semester se
    join speciality sp on sp.id = ${group.speciality}
    join education_form e on e.id = sp.education_form_id
    left join lateral (
      select w.starts_on, w.ends_on,
        w.closed_at is null and ${universityTodaySql(db, v.timeZone)} between w.starts_on and w.ends_on as open
      from registration_window w
      where w.year_id = ${v.year} and w.term_id = se.term_id and w.faculty_id = sp.faculty_id
        and w.part_time = e.part_time
      order by open desc, w.ends_on desc limit 1) w on true
    where se.id = ${v.semester}`;
}

/** A course and class type that a student may look at. */
export interface StreamQuery extends PlanQuery {
  readonly discipline: number;
  readonly credits: number;
  readonly classType: number;
  readonly department?: number | undefined;
  readonly controlForm?: number | undefined;
}

/** SQL: streams `s` of a course, of the chosen kind exactly when the discipline is an elective or extra. */
function streamsOf(db: Db, c: StreamQuery, chosen: boolean) {
  return db`s.year_id = ${c.year} and s.term_id = (select term_id from semester where id = ${c.semester})
    and s.discipline_id = ${c.discipline} and s.credits = ${c.credits} and s.class_type_id = ${c.classType}
    and s.is_chosen = ${chosen} and s.closed_at is null
    and (${c.department ?? null}::int is null or s.department_id = ${c.department ?? null}::int)
    and (${c.controlForm ?? null}::int is null or s.control_form_id = ${c.controlForm ?? null}::int)`;
}

/** Whether the plan holds a course in that semester: null: no; else whether it is taught to chosen streams. */
export async function readPlanElectiveFlag(db: Db, c: StreamQuery, group: GroupInYear): Promise<boolean | null> {
  const [row] = await db<{ chosen: boolean }[]>`
    select i.elective_block is not null as chosen
    from plan_item i
    join plan_item_class k on k.plan_item_id = i.id and k.class_type_id = ${c.classType}
    join semester se on se.id = i.semester_id and se.course = ${c.year - group.admission + 1}::int
    where i.speciality_id = ${group.speciality} and i.year_id = ${c.year} and i.semester_id = ${c.semester}
      and i.discipline_id = ${c.discipline} and i.credits = ${c.credits}`;
  return row ? row.chosen : null;
}

/** Who has a stream of a course. */
export async function readTeachers(db: Db, c: StreamQuery, chosen: boolean) {
  return await db<{ id_teacher: number; t_fio: string }[]>`
    select p.id as id_teacher, p.full_name as t_fio from person p
    where p.id in (select s.teacher_id from stream s where ${streamsOf(db, c, chosen)})
    order by p.full_name ${alphabetCollationSql(db, c.language)} limit 200`;
}

export interface StreamRow {
  subgroup: number;
  num: number;
  name: string;
  kol_st: number;
  capacity: number;
  free: number;
  waiting: number;
  place: number | null;
  lessons: { day_number: number; num_slot: number; starts: string; week_kind: number; clash: string | null }[];
}

/**
 * A teacher's streams of a course with seats, the line, and their lessons; each lesson names what the student has at
 * that hour already: of the own group, or of streams registered in.
 */
export async function readTeacherStreams(db: Db, c: StreamQuery, teacher: number, chosen: boolean, group: GroupInYear) {
  return await db<StreamRow[]>`
    with mine as materialized (
      select l.day_number, l.slot_id, l.week_kind, l.week_from, l.week_to, ${nameColumn(db, 'd', c.language)} as discipline
      from (
        select l.* from registration r
        join registration_class k on k.registration_id = r.id
        join lesson l on l.stream_id = k.stream_id
        where r.student_id = ${c.student} and r.year_id = ${c.year} and r.semester_id = ${c.semester}
        union all
        select l.* from lesson_group g join lesson l on l.id = g.lesson_id and l.stream_id is null
        where g.group_id = ${group.id}) l
      join discipline d on d.id = l.discipline_id
      where l.year_id = ${c.year} and l.term_id = (select term_id from semester where id = ${c.semester})
        and l.only_date is null and not (l.discipline_id = ${c.discipline} and l.class_type_id = ${c.classType}))
    select s.id as subgroup, s.number as num, s.name, s.taken as kol_st, s.capacity, s.capacity - s.taken as free,
      (select count(*)::int from registration_waiting w where w.stream_id = s.id) as waiting,
      (select count(*)::int from registration_waiting w where w.stream_id = s.id and w.id <= q.id) as place,
      coalesce((select jsonb_agg(jsonb_build_object('day_number', l.day_number, 'num_slot', l.slot_id,
            'starts', to_char(b.starts_at, 'HH24:MI'), 'week_kind', l.week_kind, 'clash', (
              select m.discipline from mine m
              where m.day_number = l.day_number and m.slot_id = l.slot_id
                and (m.week_kind = l.week_kind or 0 in (m.week_kind, l.week_kind))
                and m.week_from <= l.week_to and l.week_from <= m.week_to limit 1))
          order by l.day_number, b.starts_at, l.week_kind)
        from lesson l join pair_slot b on b.id = l.slot_id
        where l.stream_id = s.id and l.only_date is null), '[]') as lessons
    from stream s
    left join lateral (select w.id from registration_waiting w
      where w.stream_id = s.id and w.student_id = ${c.student}) q on true
    where ${streamsOf(db, c, chosen)} and s.teacher_id = ${teacher}
    order by s.number limit 200`.then((rows) => rows.map((row) => ({ ...row, place: row.place || null })));
}

/** Extras open to a student: taught to chosen streams of the term, in no plan of theirs, neither registered nor passed. */
export async function readExtraDisciplines(db: Db, v: PlanQuery, group: GroupInYear) {
  type Extra = Pick<
    PlanRow,
    'id_discipline' | 'discipline' | 'kredits' | 'id_kafedra' | 'sn_f1' | 'id_examination' | 'p30' | 'id_vid_zaniatiy'
  > & { name_vid_zaniatiy: string; descGroupNum: number | null };
  return await db<Extra[]>`
    select s.discipline_id as id_discipline, ${nameColumn(db, 'd', v.language)} as discipline, s.credits as kredits,
      s.department_id as id_kafedra, f.short as sn_f1, s.control_form_id as id_examination,
      ${nameColumn(db, 'o', v.language)} as p30, s.class_type_id as id_vid_zaniatiy,
      ${nameColumn(db, 't', v.language)} as name_vid_zaniatiy, null::int as "descGroupNum"
    from (select distinct on (x.discipline_id, x.credits, x.class_type_id) x.*
      from stream x
      join semester se on se.id = ${v.semester} and se.term_id = x.term_id
        and se.course = ${v.year - group.admission + 1}::int
      where x.year_id = ${v.year} and x.is_chosen and x.closed_at is null
        and not exists (select from plan_item i
          where i.speciality_id = ${group.speciality} and i.year_id = ${v.year} and i.discipline_id = x.discipline_id)
        and not exists (select from registration r
          where r.student_id = ${v.student} and r.discipline_id = x.discipline_id
            and case when r.year_id = ${v.year} and r.semester_id = ${v.semester}
              then r.credits <> x.credits or exists (select from registration_class c
                where c.registration_id = r.id and c.class_type_id = x.class_type_id)
              else not registration_failed(${v.student}, x.discipline_id) end)
      order by x.discipline_id, x.credits, x.class_type_id, x.id) s
    join discipline d on d.id = s.discipline_id
    join department f on f.id = s.department_id
    join control_form o on o.id = s.control_form_id
    join class_type t on t.id = s.class_type_id
    order by ${nameColumn(db, 'd', v.language)} ${alphabetCollationSql(db, v.language)}, s.discipline_id, s.credits, t.id
    limit 500`;
}

/** Whether extras were granted to a student and the window is open. */
export async function canTakeExtraDisciplines(db: Db, v: PlanQuery, group: GroupInYear): Promise<boolean> {
  return (await readRegistrationEligibility(db, v, group))[0]?.permission ?? false;
}

/** A student's place in a waiting list. */
export async function readWaitlistPositions(db: Db, v: PlanQuery) {
  return await db<
    {
      subgroup: number;
      num: number;
      name: string;
      id_discipline: number;
      discipline: string;
      id_vid_zaniatiy: number;
      name_vid_zaniatiy: string;
      id_teacher: number;
      t_fio: string;
      place: number;
      since: string;
    }[]
  >`
    select s.id as subgroup, s.number as num, s.name, s.discipline_id as id_discipline,
      ${nameColumn(db, 'd', v.language)} as discipline, s.class_type_id as id_vid_zaniatiy,
      ${nameColumn(db, 't', v.language)} as name_vid_zaniatiy, s.teacher_id as id_teacher, p.full_name as t_fio,
      (select count(*)::int from registration_waiting o where o.stream_id = s.id and o.id <= w.id) as place, w.at as since
    from registration_waiting w
    join stream s on s.id = w.stream_id and s.year_id = ${v.year}
    join discipline d on d.id = s.discipline_id
    join class_type t on t.id = s.class_type_id
    join person p on p.id = s.teacher_id
    where w.student_id = ${v.student} and w.semester_id = ${v.semester}
    order by w.id limit 100`;
}
