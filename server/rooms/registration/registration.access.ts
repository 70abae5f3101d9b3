import type { Db } from '../../core/database.ts';
import { Refusal } from '../../core/failures.ts';
import type { Caller } from '../../core/session.ts';
import type { Language } from '../../core/words.ts';
import { dayOfTerm, named, today } from '../../university/university.queries.ts';
import { type Facts, isSame, refusalOf, type Waived, type Wish } from './registration.rules.ts';

/** How days are counted and names are said. */
export interface Ways {
  readonly language: Language;
  readonly timeZone: string;
}

/** One seat that the student may take now; only this file makes one. */
export type OpenSeat = { readonly wish: Wish; readonly facts: Facts & Place; readonly isSame: boolean } & {
  readonly __open: 'seat';
};

/** What a new registration row holds besides the wish; known from the plan or, for an extra, from the stream. */
interface Place {
  readonly group: number;
  readonly term: number;
  readonly planItem: number | null;
  readonly block: number | null;
  readonly department: number;
  readonly controlForm: number;
}

/** A registration that may be removed now, its student locked. */
export type OpenRegistration = { readonly id: number; readonly student: number; readonly discipline: number } & {
  readonly __open: 'registration';
};

/** A student's group in one academic year. */
export type OwnGroup = {
  readonly id: number;
  readonly speciality: number;
  readonly admission: number;
} & { readonly __open: 'group' };

/** SQL: the window of faculty, form, year and term is open today, first and last day included. */
export function isOpenNow(
  db: Db,
  timeZone: string,
  of: { year: ReturnType<Db>; term: ReturnType<Db>; faculty: ReturnType<Db>; partTime: ReturnType<Db> },
) {
  return db`exists (
    select from registration_window w
    where w.year_id = ${of.year} and w.term_id = ${of.term} and w.faculty_id = ${of.faculty}
      and w.part_time = ${of.partTime} and w.closed_at is null
      and ${today(db, timeZone)} between w.starts_on and w.ends_on)`;
}

/**
 * Locks a student: whatever changes their registrations waits here, streams are locked after it. From here on the
 * transaction keeps its plans: planning the question about all rules anew takes ten times as long as answering it.
 */
async function lockStudent(db: Db, student: number): Promise<void> {
  await Promise.all([
    db`set local plan_cache_mode = force_generic_plan`,
    db`select from student where id = ${student} for no key update`,
  ]);
}

/**
 * Opens one seat to a student: locks the student and refuses in the order of wire.md 3.9. The seat itself is counted
 * when it is taken. `waived`: what the registration office may leave aside.
 */
export async function openSeat(db: Db, ways: Ways, wish: Wish, waived: Waived = {}): Promise<OpenSeat> {
  // Sent together; the second sees what others committed before the lock was given.
  const [, facts] = await Promise.all([lockStudent(db, wish.student), factsOf(db, ways, wish)]);
  if (!facts) throw new Refusal('registration.notInPlan', 422);
  const refusal = refusalOf(wish, facts, waived);
  if (refusal) throw refusal;
  return { wish, facts, isSame: isSame(wish, facts) } as OpenSeat;
}

async function factsOf(db: Db, { language, timeZone }: Ways, w: Wish): Promise<(Facts & Place) | null> {
  const day = db`(select ${dayOfTermOf(db, timeZone, w.year, db`se.term_id`)})`;
  const [row] = await db<(Facts & Place)[]>`
    select g.id as "group", se.term_id as term, i.id as "planItem", i.elective_block as block,
      coalesce(i.department_id, s.department_id) as department,
      coalesce(i.control_form_id, s.control_form_id) as "controlForm",
      ${isOpenNow(db, timeZone, { year: db`${w.year}`, term: db`se.term_id`, faculty: db`sp.faculty_id`, partTime: db`e.part_time` })} as "isOpen",
      exists (select from optional_grant o
        where o.student_id = ${w.student} and o.year_id = ${w.year} and o.term_id = se.term_id) as granted,
      exists (select from plan_item_class k where k.plan_item_id = i.id and k.class_type_id = ${w.classType}) as planned,
      ${offered(db, w)} as offered,
      s.id is not null as "streamFits",
      r.id as registration, r.credits as "registeredCredits", c.stream_id as "oldStream", c.receipt,
      not ${w.byPlan} and r.id is null and ${takenBefore(db, w.student, db`${w.discipline}`, w)} as "takenBefore",
      exists (select from registration b
        where b.student_id = ${w.student} and b.year_id = ${w.year} and b.semester_id = ${w.semester}
          and b.elective_block = i.elective_block and b.discipline_id <> ${w.discipline}) as "blockTaken",
      coalesce((select sum(b.credits) from registration b
        where b.student_id = ${w.student} and b.year_id = ${w.year} and b.semester_id = ${w.semester}
          and b.discipline_id <> ${w.discipline}), 0) as credits,
      ${creditLimit(db, db`se.term_id`)} as "limit",
      (select ${named(db, 'd', language)} from prerequisite q
        join discipline d on d.id = q.requires_id
        where q.discipline_id = ${w.discipline} and ${failed(db, w.student, db`q.requires_id`)}
        order by d.id limit 1) as prerequisite,
      ${hasMarks(db, { student: db`${w.student}`, year: db`${w.year}`, term: db`se.term_id`, discipline: db`${w.discipline}`, credits: db`${w.credits}` })} as marks,
      s.number, s.capacity - s.taken as free,
      (select count(*)::int from registration_waiting q
        where q.stream_id = s.id and q.id < coalesce(
          (select x.id from registration_waiting x where x.stream_id = s.id and x.student_id = ${w.student}),
          9223372036854775807)) as ahead
    from semester se
    join lateral (select m.group_id from group_membership m
      where m.student_id = ${w.student} and m.starts_on <= ${day} and (m.ends_on is null or m.ends_on >= ${day})
      order by m.starts_on desc limit 1) m on true
    join study_group g on g.id = m.group_id
    join speciality sp on sp.id = g.speciality_id
    join education_form e on e.id = sp.education_form_id
    left join plan_item i on ${w.byPlan} and i.speciality_id = sp.id and i.year_id = ${w.year}
      and i.semester_id = se.id and i.discipline_id = ${w.discipline} and i.credits = ${w.credits}
      and se.course = ${w.year} - g.admission_year + 1
    left join stream s on s.id = ${w.stream} and s.year_id = ${w.year} and s.term_id = se.term_id
      and s.discipline_id = ${w.discipline} and s.credits = ${w.credits} and s.class_type_id = ${w.classType}
      and s.teacher_id = ${w.teacher} and s.is_chosen = (i.elective_block is not null or not ${w.byPlan})
    left join registration r on r.student_id = ${w.student} and r.year_id = ${w.year}
      and r.semester_id = se.id and r.discipline_id = ${w.discipline}
    left join registration_class c on c.registration_id = r.id and c.class_type_id = ${w.classType}
    where se.id = ${w.semester}`;
  return row ?? null;
}

/** The day on which membership in a term is judged; the term is an SQL expression. */
function dayOfTermOf(db: Db, timeZone: string, year: number, term: ReturnType<Db>) {
  return dayOfTerm(db, timeZone, year, term as unknown as number);
}

/** SQL: an extra discipline: taught to a stream of this term, and in no semester of the plan of speciality `sp`. */
function offered(db: Db, w: Wish) {
  return db`(not ${w.byPlan} and se.course = ${w.year} - g.admission_year + 1
    and exists (select from stream x
      where x.year_id = ${w.year} and x.term_id = se.term_id and x.discipline_id = ${w.discipline}
        and x.credits = ${w.credits} and x.class_type_id = ${w.classType} and x.is_chosen)
    and not exists (select from plan_item p
      where p.speciality_id = sp.id and p.year_id = ${w.year} and p.discipline_id = ${w.discipline}))`;
}

/** SQL: the latest result of a student in a discipline is a failure. */
export function failed(db: Db, student: number, discipline: ReturnType<Db>) {
  return db`coalesce((select not x.passed from discipline_result x
    where x.student_id = ${student} and x.discipline_id = ${discipline}
    order by x.year_id desc, x.semester_id desc limit 1), false)`;
}

/** SQL: the student took a discipline in another semester and did not fail it. */
export function takenBefore(
  db: Db,
  student: number,
  discipline: ReturnType<Db>,
  now: { year: number; semester: number },
) {
  return db`(exists (select from registration h
      where h.student_id = ${student} and h.discipline_id = ${discipline}
        and (h.year_id, h.semester_id) <> (${now.year}, ${now.semester}))
    and not ${failed(db, student, discipline)})`;
}

/** SQL: the most credits of a semester in a term. */
export function creditLimit(db: Db, term: ReturnType<Db>) {
  return db`(select l.credits from credit_limit l where l.term_id = ${term})`;
}

/** SQL: the journal holds marks of a student in a course. */
export function hasMarks(
  db: Db,
  of: {
    student: ReturnType<Db>;
    year: ReturnType<Db>;
    term: ReturnType<Db>;
    discipline: ReturnType<Db>;
    credits: ReturnType<Db>;
  },
) {
  return db`exists (select from student_course_mark k
    where k.student_id = ${of.student} and k.year_id = ${of.year} and k.term_id = ${of.term}
      and k.discipline_id = ${of.discipline} and k.credits = ${of.credits})`;
}

/** Opens a registration of a student for removal and locks the student; 404 is the answer for "not there" and "not yours". */
export async function openRegistration(
  db: Db,
  { timeZone }: Ways,
  id: number,
  of: { student: number; byOffice?: boolean },
): Promise<OpenRegistration> {
  const [, [row]] = await Promise.all([
    lockStudent(db, of.student),
    db<{ id: number; student: number; discipline: number; isOpen: boolean; marks: boolean }[]>`
      select r.id, r.student_id as student, r.discipline_id as discipline,
        ${isOpenNow(db, timeZone, { year: db`r.year_id`, term: db`r.term_id`, faculty: db`sp.faculty_id`, partTime: db`e.part_time` })} as "isOpen",
        ${hasMarks(db, { student: db`r.student_id`, year: db`r.year_id`, term: db`r.term_id`, discipline: db`r.discipline_id`, credits: db`r.credits` })} as marks
      from registration r
      join study_group g on g.id = r.group_id
      join speciality sp on sp.id = g.speciality_id
      join education_form e on e.id = sp.education_form_id
      where r.id = ${id} and r.student_id = ${of.student}`,
  ]);
  if (!row) throw new Refusal('registration.notFound', 404);
  if (!of.byOffice && !row.isOpen) throw new Refusal('registration.closed', 422);
  if (row.marks) throw new Refusal('registration.marksExist', 409);
  return row as unknown as OpenRegistration;
}

/** SQL: membership `m` of a group falls into an academic year. */
function duringYear(db: Db, year: number) {
  return db`m.starts_on <= coalesce((select max(c.ends_on) from academic_calendar c where c.year_id = ${year}), m.starts_on)
    and (m.ends_on is null
      or m.ends_on >= (select min(c.starts_on) from academic_calendar c where c.year_id = ${year}))`;
}

/**
 * Opens the student's own group of an academic year; without an id the latest one. 403 for any other group.
 */
export async function openGroup(db: Db, caller: Caller, year: number, id?: number): Promise<OwnGroup> {
  const [row] = await db<OwnGroup[]>`
    select g.id, g.speciality_id as speciality, g.admission_year as admission
    from group_membership m join study_group g on g.id = m.group_id
    where m.student_id = ${caller.uid} and ${duringYear(db, year)}
      and (${id ?? null}::int is null or g.id = ${id ?? null}::int)
    order by m.starts_on desc limit 1`;
  if (!row)
    throw new Refusal(
      'registration.notYourGroup',
      403,
      id ? { fields: { id_group: 'registration.notYourGroup' } } : {},
    );
  return row;
}
