import type { Database } from '../server/database/database.ts';

/** A course as the chat, the journal and the materials name it. */
export interface SoakCourse {
  readonly year: number;
  readonly term: number;
  readonly semester: number;
  readonly group: number;
  readonly discipline: number;
  readonly credits: number;
  readonly classType: number;
  readonly teacher: number;
  /** Days of its journal up to today, or yesterday while it has none, and who is in it. */
  readonly days: readonly string[];
  readonly students: readonly number[];
}

/** A seat that a student had and takes again in the rush. */
export interface SeatToRetake {
  readonly id_a_year: number;
  readonly id_semester: number;
  readonly id_discipline: number;
  readonly kredits: number;
  readonly id_vid_zaniatiy: number;
  readonly id_teacher: number;
  readonly subgroup: number;
}

/** Somebody who comes that day. All have the password of the known student. */
export interface VisitorFacts {
  readonly uid: number;
  readonly login: string;
  readonly role: 1 | 2;
  readonly course: SoakCourse;
  readonly seat: SeatToRetake | null;
}

/** Of those who lost their seat in a stream, so many tenths find one again. */
const seatsInTenths = 8;

/** Whole groups with a teacher each, until there are enough people; all may sign in with the same password. */
export async function selectVisitors({ autocommit: db }: Database, people: number): Promise<VisitorFacts[]> {
  const courses = await db<SoakCourse[]>`
    select distinct on (l.group_id) l.year_id as year, l.term_id as term, l.semester_id as semester,
      l.group_id as "group", l.discipline_id as discipline, l.credits, l.class_type_id as "classType",
      l.teacher_id as teacher, coalesce(d.days, array[(today() - 1)::text]) as days, s.students
    from group_load l
    join academic_year y on y.id = l.year_id and y.is_default
    left join journal_course j on j.year_id = l.year_id and j.semester_id = l.semester_id and j.group_id = l.group_id
      and j.discipline_id = l.discipline_id and j.credits = l.credits
    cross join lateral (
      select array_agg(c.visit_date::text) as days from journal_column c
      where c.course_id = j.id and c.class_type_id = l.class_type_id
        and c.visit_date <= (now() at time zone 'Asia/Bishkek')::date) d
    cross join lateral (
      select array_agg(m.student_id::int) as students from group_membership m
      where m.group_id = l.group_id and m.ends_on is null) s
    where l.term_id = (
        select term_id from academic_calendar where starts_on <= today() order by starts_on desc limit 1)
      and s.students is not null
      and not exists (
        select from stream s where s.year_id = l.year_id and s.term_id = l.term_id
          and s.discipline_id = l.discipline_id and not s.is_chosen)
    order by l.group_id, l.class_type_id, l.discipline_id`;
  const visitors = new Map<number, { role: 1 | 2; course: SoakCourse }>();
  for (const course of courses) {
    visitors.set(course.teacher, { role: 1, course });
    for (const student of course.students) if (visitors.size < people) visitors.set(student, { role: 2, course });
    if (visitors.size >= people) break;
  }
  if (visitors.size < people) throw new Error(`the university has only ${visitors.size} people who could come`);
  const ids = [...visitors.keys()];
  const accounts = await db<{ uid: number; login: string }[]>`
    update account set must_change = false,
      password_hash = (select password_hash from account where login = 'student')
    where person_id = any (${ids}::bigint[]) returning person_id::int as uid, login`;
  const seats = await freeSeats(db, ids);
  return accounts.flatMap((account) => {
    const visitor = visitors.get(account.uid);
    return visitor ? [{ ...account, ...visitor, seat: seats.get(account.uid) ?? null }] : [];
  });
}

/** Takes a chosen seat of this term away from each of them; there will be fewer than there were. */
async function freeSeats(db: Database['autocommit'], ids: readonly number[]): Promise<Map<number, SeatToRetake>> {
  const taken = await db<(SeatToRetake & { student: number; registration: number })[]>`
    select distinct on (r.student_id) r.student_id::int as student, r.id::int as registration, r.year_id as id_a_year,
      r.semester_id as id_semester, r.discipline_id as id_discipline, r.credits as kredits,
      c.class_type_id as id_vid_zaniatiy, s.teacher_id as id_teacher, s.id as subgroup
    from registration r
    join registration_class c on c.registration_id = r.id
    join stream s on s.id = c.stream_id
    join academic_year y on y.id = r.year_id and y.is_default
    where r.student_id = any (${ids as number[]}::bigint[]) and r.elective_block is not null and r.term_id = (
      select term_id from academic_calendar where starts_on <= today() order by starts_on desc limit 1)
    order by r.student_id, r.id, c.class_type_id`;
  await db`delete from registration where id = any (${taken.map(({ registration }) => registration)}::bigint[])`;
  await db`
    update stream s set taken = x.left, capacity = greatest(x.left + 1, x.left + (s.taken - x.left) * ${seatsInTenths} / 10)
    from (select t.id, (select count(*)::int from registration_class c where c.stream_id = t.id) as left
      from stream t) x
    where x.id = s.id and x.left <> s.taken`;
  await db`
    update registration_window set starts_on = today() - 7, ends_on = today() + 7, closed_at = null
    where (year_id, term_id) in (select y.id, c.term_id from academic_year y
      join academic_calendar c on c.year_id = y.id and today() between c.starts_on and c.ends_on
      where y.is_default)`;
  return new Map(taken.map(({ student, registration: _, ...seat }) => [student, seat]));
}
