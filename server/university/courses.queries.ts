import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { sqlFragment, universityTodaySql } from './university.queries.ts';

/**
 * Who teaches and who studies what, and when: SQL fragments over the views course_teacher, group_student,
 * stream_student and group_plan. What opens something to somebody is in courses.access.ts. The fragments alias their
 * rows taught, member, seat and division: callers who pass columns in give their own rows other aliases.
 */

/** A value, or the column that holds it. */
export type ValueOrColumn = number | Fragment;

/** What names one taught discipline everywhere: term, discipline, credits, and the group or stream that has it. */
export interface CourseKey<V extends ValueOrColumn = number> {
  readonly year: V;
  readonly term: V;
  readonly discipline: V;
  readonly credits: V;
  /** True: chosen, taught to the stream `group`; false: of the plan, taught to the group `group`. */
  readonly isSelect: boolean;
  readonly group: V;
}

/** A discipline in a term, whoever has it. */
export type DisciplineKey<V extends ValueOrColumn = number> = Omit<CourseKey<V>, 'isSelect' | 'group'>;

/**
 * The time for which membership of a group is judged.
 * - `day`: that day. Who talks, is listed or has a class: whoever has left is out with the next call.
 * - `from`, `to`: any day between them (without `to`: since then). What was written or handed out in a term stays with
 *   those who were there.
 * - `now`: the group of today, one a student. What concerns the present, without a term.
 * - `ever`: at any time. Only where what is looked at is narrowed down to a term by itself.
 */
export type CoursePeriod =
  | { readonly day: Fragment }
  | { readonly from: Fragment; readonly to?: Fragment }
  | 'now'
  | 'ever';

/**
 * SQL condition: row `member` of group_student counts at that time. First and last day are compared, not the range: of ranges made
 * on the way the planner knows nothing, takes a whole group for one person and joins accordingly.
 */
export function isMemberAt(db: Db, when: CoursePeriod) {
  if (when === 'ever') return sqlFragment(db, 'true');
  if (when === 'now') return sqlFragment(db, 'member.is_current');
  const { from, to } = 'day' in when ? { from: when.day, to: when.day } : when;
  if (to === undefined) return db`(member.ends_on is null or member.ends_on >= ${from})`;
  return db`(member.starts_on <= ${to} and (member.ends_on is null or member.ends_on >= ${from}))`;
}

/**
 * The day on which membership in a term is judged: today, or the nearest day of the term when it is past or to come.
 */
export function membershipDayInTermSql(db: Db, timeZone: string, year: ValueOrColumn, term: ValueOrColumn) {
  const now = universityTodaySql(db, timeZone);
  return db`coalesce((select greatest(c.starts_on, least(c.ends_on, ${now}))
    from academic_calendar c where c.year_id = ${year} and c.term_id = ${term}), ${now})`;
}

/** Any day of an academic year, for use in `isMemberAt`; in a year without a calendar only who has no end yet. */
export function toMembershipPeriod(db: Db, year: ValueOrColumn): CoursePeriod {
  return {
    from: db`(select min(c.starts_on) from academic_calendar c where c.year_id = ${year})`,
    to: db`coalesce((select max(c.ends_on) from academic_calendar c where c.year_id = ${year}), member.starts_on)`,
  };
}

/** The discipline and term that a row's columns year_id, term_id, discipline_id and credits name. */
export function disciplineColumns(db: Db, row: string): DisciplineKey<Fragment> {
  return {
    year: sqlFragment(db, `${row}.year_id`),
    term: sqlFragment(db, `${row}.term_id`),
    discipline: sqlFragment(db, `${row}.discipline_id`),
    credits: sqlFragment(db, `${row}.credits`),
  };
}

/** SQL condition: the student belongs to the group. */
export function isInGroup(db: Db, student: ValueOrColumn, group: ValueOrColumn, when: CoursePeriod) {
  return db`exists (
    select from group_student member where member.student_id = ${student} and member.group_id = ${group} and ${isMemberAt(db, when)})`;
}

/** SQL condition: the student is registered in the stream. `of`, where known, spares the database the other years. */
export function isInStream(
  db: Db,
  student: ValueOrColumn,
  stream: ValueOrColumn,
  of?: Pick<DisciplineKey<ValueOrColumn>, 'year' | 'discipline'>,
) {
  return db`exists (
    select from stream_student seat where seat.student_id = ${student} and seat.stream_id = ${stream}
      ${of ? db`and seat.year_id = ${of.year} and seat.discipline_id = ${of.discipline}` : sqlFragment(db, '')})`;
}

/** SQL condition: row `taught` of course_teacher is about this course. */
export function isTaughtCourse(db: Db, k: CourseKey<ValueOrColumn>) {
  return db`${sqlFragment(db, k.isSelect ? 'taught.is_select' : 'not taught.is_select')} and taught.course_id = ${k.group}
    and ${isTaughtInTerm(db, k)}`;
}

/** SQL condition: row `taught` of course_teacher is about this discipline in this term. */
export function isTaughtInTerm(db: Db, k: DisciplineKey<ValueOrColumn>) {
  return db`taught.year_id = ${k.year} and taught.term_id = ${k.term} and taught.discipline_id = ${k.discipline}
    and taught.credits = ${k.credits}`;
}

/** SQL `select teacher_id`: who teaches a course to its group or stream. */
export function selectTeachers(db: Db, k: CourseKey<ValueOrColumn>) {
  return db`select distinct taught.teacher_id from course_teacher taught where ${isTaughtCourse(db, k)}`;
}

/** SQL `select student_id`: the students of a course's group or stream, on the day on which the term is judged. */
export function selectStudents(db: Db, timeZone: string, k: CourseKey<ValueOrColumn>) {
  if (k.isSelect) return db`select seat.student_id from stream_student seat where seat.stream_id = ${k.group}`;
  return db`select member.student_id from group_student member
    where member.group_id = ${k.group} and ${isMemberAt(db, { day: membershipDayInTermSql(db, timeZone, k.year, k.term) })}`;
}

/** A mandatory discipline; `classType`: the streams of that class type alone, as the journal has one for each. */
type DividedDiscipline = DisciplineKey<ValueOrColumn> & { readonly classType?: ValueOrColumn };

/** SQL condition: a mandatory discipline has streams that students register in. */
export function hasRegistrationStreams(db: Db, k: DividedDiscipline) {
  return db`exists (
    select from stream division where division.year_id = ${k.year} and division.term_id = ${k.term}
      and division.discipline_id = ${k.discipline} and division.credits = ${k.credits} and not division.is_chosen and division.closed_at is null
      ${k.classType === undefined ? sqlFragment(db, '') : db`and division.class_type_id = ${k.classType}`})`;
}

/**
 * SQL condition: the student of a group is one of this teacher's in a mandatory discipline. Where it has streams, those
 * who registered in a stream of that teacher; where it has none, all. Contacts and materials are the discipline's, of all
 * its class types.
 */
export function isStudentOfTeacher(db: Db, student: ValueOrColumn, teacher: ValueOrColumn, k: DividedDiscipline) {
  return db`(not ${hasRegistrationStreams(db, k)} or exists (
    select from stream_student seat where seat.student_id = ${student} and seat.year_id = ${k.year} and seat.term_id = ${k.term}
      and seat.discipline_id = ${k.discipline} and seat.credits = ${k.credits} and seat.teacher_id = ${teacher}
      ${k.classType === undefined ? sqlFragment(db, '') : db`and seat.class_type_id = ${k.classType}`}))`;
}

/** SQL `select student_id`: of a course's students the ones that one teacher has (see isStudentOfTeacher). */
export function selectStudentsOfTeacher(db: Db, timeZone: string, k: CourseKey, teacher: number) {
  if (k.isSelect) return selectStudents(db, timeZone, k);
  return db`select own.student_id from (${selectStudents(db, timeZone, k)}) own
    where ${isStudentOfTeacher(db, sqlFragment(db, 'own.student_id'), teacher, k)}`;
}

/**
 * SQL: the first day on which student `member` of group_student, who has left its group, is in another one; null: in none
 * yet. That day is the other group's, also where it is the last one in this.
 */
const cameToAnother = (db: Db) => db`(select min(later.starts_on) from group_student later
  where later.student_id = member.student_id and later.group_id <> member.group_id and later.starts_on > member.starts_on)`;

/** SQL condition: up to a day the student was in the group, or still is. */
export function isGroupMemberUntil(db: Db, student: ValueOrColumn, group: ValueOrColumn, day: Fragment) {
  return db`exists (
    select from group_student member where member.student_id = ${student} and member.group_id = ${group}
      and (member.ends_on is null or ${day} <= member.ends_on and coalesce(${day} < ${cameToAnother(db)}, true)))`;
}

/**
 * SQL `select student_id, days`: who was a teacher's student in a course on some day since `from`, and on which days.
 * What was entered of whoever has left the group stays in the journal. A registration counts for all days.
 */
export function selectStudentsSince(
  db: Db,
  k: CourseKey,
  { from, teacher, classTypes }: { from: string; teacher: number; classTypes: readonly number[] },
) {
  if (k.isSelect)
    return db`select seat.student_id, datemultirange(daterange(null, null)) as days
      from stream_student seat where seat.stream_id = ${k.group}`;
  return db`select member.student_id, range_agg(case when member.ends_on is null then member.days
      else daterange(member.starts_on, least(member.ends_on, ${cameToAnother(db)} - 1), '[]') end) as days
    from group_student member
    where member.group_id = ${k.group} and ${isMemberAt(db, { from: db`${from}::date` })}
      and exists (
        select from unnest(${classTypes as number[]}::smallint[]) l (class_type_id)
        where ${isStudentOfTeacher(db, sqlFragment(db, 'member.student_id'), teacher, { ...k, classType: sqlFragment(db, 'l.class_type_id') })})
    group by member.student_id`;
}

/** SQL `group_id`: the group that a student belongs to on the day on which a term is judged. */
export function selectGroupInTerm(
  db: Db,
  timeZone: string,
  student: number,
  { year, term }: { year: number; term: number },
) {
  return db`(select member.group_id from group_student member
    where member.student_id = ${student} and ${isMemberAt(db, { day: membershipDayInTermSql(db, timeZone, year, term) })}
    order by member.starts_on desc limit 1)`;
}

/**
 * SQL `select teacher_id, discipline_id, credits, semester_id, is_select, year_id, term_id`: who teaches or taught a
 * student what, in every term in which they belonged to the group for some day. A term without a calendar counts whole.
 */
export function selectTeachersOfStudent(db: Db, student: ValueOrColumn) {
  return db`
    select taught.teacher_id, taught.discipline_id, taught.credits, taught.semester_id, false as is_select, taught.year_id, taught.term_id
    from group_student member
    join course_teacher taught on taught.course_id = member.group_id and not taught.is_select
    left join academic_calendar c on c.year_id = taught.year_id and c.term_id = taught.term_id
    where member.student_id = ${student}
      and (c.year_id is null or ${isMemberAt(db, { from: sqlFragment(db, 'c.starts_on'), to: sqlFragment(db, 'c.ends_on') })})
      and ${isStudentOfTeacher(db, student, sqlFragment(db, 'taught.teacher_id'), disciplineColumns(db, 'taught'))}
    union
    select seat.teacher_id, seat.discipline_id, seat.credits, seat.term_id, true, seat.year_id, seat.term_id
    from stream_student seat
    where seat.student_id = ${student} and seat.is_chosen`;
}

/** SQL `select ...`: what a student registered for, whether of the plan, chosen or extra. */
export function selectRegistrations(db: Db, student: ValueOrColumn) {
  return db`select r.discipline_id, r.semester_id, r.credits, r.control_form_id, r.year_id, r.term_id, r.group_id,
      r.is_chosen
    from registration r where r.student_id = ${student}`;
}

/**
 * SQL `select discipline_id, credits, semester_id, is_select, control_form_id, year_id, group_id`: what is in the
 * plans of the groups that a student was ever in (a group comes to each semester once), and what they chose.
 */
export function selectStudiedDisciplines(db: Db, student: number) {
  return db`
    select p.discipline_id, p.credits, p.semester_id, false as is_select, p.control_form_id, p.year_id, p.group_id
    from group_student member
    join group_plan p on p.group_id = member.group_id
    where member.student_id = ${student}
    union
    select r.discipline_id, r.credits, r.term_id, true, r.control_form_id, r.year_id, r.group_id
    from (${selectRegistrations(db, student)}) r where r.is_chosen`;
}

/**
 * SQL condition: lesson `l` is not one of another subgroup: whom the teacher has put into a subgroup does not see the
 * others' lessons; who is in none yet sees all.
 */
export function isLessonForStudentSubgroup(db: Db, student: ValueOrColumn) {
  return db`(l.subgroup = 0 or coalesce((
    select part.subgroup in (0, l.subgroup) from journal_subgroup part
    join journal_course c on c.id = part.course_id
    where part.student_id = ${student} and part.class_type_id = l.class_type_id and part.teacher_id = l.teacher_id
      and c.year_id = l.year_id and c.term_id = l.term_id and c.discipline_id = l.discipline_id
      and c.credits = l.credits limit 1), true))`;
}

/** SQL condition: a teacher taught a student a discipline in a semester of a year, in the group of that time or in a stream. */
export function hasTaughtStudent(
  db: Db,
  teacher: number,
  k: { student: Fragment; discipline: Fragment; year: Fragment; semester: Fragment },
) {
  return db`(exists (
      select from group_load taught
      join group_student member on member.group_id = taught.group_id and member.student_id = ${k.student}
      join academic_calendar c on c.year_id = taught.year_id and c.term_id = taught.term_id
      where taught.teacher_id = ${teacher}::bigint and taught.discipline_id = ${k.discipline} and taught.year_id = ${k.year}
        and taught.semester_id = ${k.semester} and ${isMemberAt(db, { from: db`c.starts_on`, to: db`c.ends_on` })})
    or exists (
      select from stream_student seat
      where seat.student_id = ${k.student} and seat.teacher_id = ${teacher}::bigint and seat.discipline_id = ${k.discipline}
        and seat.year_id = ${k.year} and seat.semester_id = ${k.semester}))`;
}

/** SQL `select`: what is to be taught to a group or in a stream, by its load or stream, whether or not a lesson holds it. */
export const selectTaughtCourses = (db: Db) => db`
  select k.id as load_id, null::int as stream_id, k.year_id, k.term_id, k.teacher_id, k.discipline_id, k.credits,
    k.class_type_id, array[k.group_id] as groups
  from group_load k
  union all
  select null, s.id, s.year_id, s.term_id, s.teacher_id, s.discipline_id, s.credits, s.class_type_id, '{}'
  from stream s where s.closed_at is null`;
