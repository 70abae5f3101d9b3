import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import type { Settings } from '../../settings.ts';
import { teachesCourse } from '../../university/courses.access.ts';
import {
  type CourseKey,
  disciplineColumns,
  isInGroup,
  isInStream,
  isTaughtCourse,
  type ValueOrColumn,
} from '../../university/courses.queries.ts';
import { sqlFragment, universityTodaySql } from '../../university/university.queries.ts';

/** What names one journal on the wire; the class type besides. */
export interface JournalKey {
  readonly id_a_year?: number | undefined;
  readonly id_semesterOrWs: number;
  readonly isPotok: boolean;
  readonly id_groupOrPorok: number;
  readonly id_discipline: number;
  readonly credits: number;
  readonly id_teacher?: number | undefined;
}

interface Course {
  readonly year: number;
  readonly term: number;
  /** Semester of the curriculum, or the term for a stream. */
  readonly semesterOrTerm: number;
  readonly isSelect: boolean;
  /** Group, or stream. */
  readonly group: number;
  readonly discipline: number;
  readonly credits: number;
  /** Row of journal_course; null until something is entered. */
  readonly courseId: number | null;
  /** Class types that are open to the caller here; one when the call names one. */
  readonly types: readonly number[];
  readonly termStartsOn: string;
  /** The day on which membership is judged: today, or the nearest day of the term. */
  readonly day: string;
}

/** A journal that the caller may read and write as a teacher; only this file makes one. */
export type AuthorizedJournal = Course & {
  /** In whose name entries are made: the caller, or whom the journal permission lets act for. */
  readonly teacher: number;
  readonly by: number;
  /** First day that the teacher may write to; null: none. */
  readonly openFrom: string | null;
  /** The journal permission opens every day up to today, with a reason. */
  readonly permitted: boolean;
  readonly today: string;
} & { readonly __authorized: 'journal' };

/** A journal that the caller sees as a student: own rows only. */
export type OwnJournal = Course & { readonly student: number } & { readonly __authorized: 'own journal' };

type AccessSettings = Pick<Settings, 'timeZone' | 'journalDays'>;

interface CourseRow {
  year: number;
  term: number;
  courseId: number | null;
  types: number[];
  /** Class types that the named teacher entered, also without the load. */
  entered: number[];
  termStartsOn: string;
  day: string;
  today: string;
  faculty: number | null;
  isNow: boolean;
  nowStartsOn: string;
}

/** SQL: the key's year, term and calendar, today, and whether that term is the current one. */
function courseQuery(
  db: Db,
  key: JournalKey,
  { timeZone }: AccessSettings,
  parts: { types: Fragment; entered: Fragment; faculty: Fragment },
) {
  const term = key.isPotok
    ? db`join (select id, id as term_id from term) s on s.id = ${key.id_semesterOrWs}::bigint`
    : db`join semester s on s.id = ${key.id_semesterOrWs}::bigint`;
  return db<CourseRow[]>`
    select y.id as year, s.term_id as term, j.id as "courseId", array(${parts.types}) as types,
      array(${parts.entered}) as entered,
      cal.starts_on as "termStartsOn", greatest(cal.starts_on, least(cal.ends_on, d.today)) as day, d.today,
      (${parts.faculty}) as faculty, (now.year_id, now.term_id) = (y.id, s.term_id) as "isNow",
      now.starts_on as "nowStartsOn"
    from (select id from academic_year
      where id = ${key.id_a_year ?? null}::bigint or (${key.id_a_year ?? null}::bigint is null and is_default)) y
    ${term}
    join academic_calendar cal on cal.year_id = y.id and cal.term_id = s.term_id
    cross join (select ${universityTodaySql(db, timeZone)} as today) d
    cross join lateral (
      select c.year_id, c.term_id, c.starts_on from academic_calendar c
      order by c.starts_on > d.today, case when c.starts_on <= d.today then c.starts_on end desc, c.starts_on
      limit 1) now
    left join journal_course j on j.year_id = y.id and j.term_id = s.term_id
      and j.discipline_id = ${key.id_discipline}::bigint and j.credits = ${key.credits}
      and ${
        key.isPotok
          ? db`j.stream_id = ${key.id_groupOrPorok}::bigint`
          : db`j.group_id = ${key.id_groupOrPorok}::bigint and j.stream_id is null and j.semester_id = s.id`
      }`;
}

/** What names the course of a journal of year `y` and semester or term `s`; its ids may be larger than any column holds. */
function keyOf(db: Db, key: JournalKey): CourseKey<ValueOrColumn> {
  return {
    year: sqlFragment(db, 'y.id'),
    term: sqlFragment(db, 's.term_id'),
    discipline: db`${key.id_discipline}::bigint`,
    credits: key.credits,
    isSelect: key.isPotok,
    group: db`${key.id_groupOrPorok}::bigint`,
  };
}

/** SQL `select class_type_id`: what is taught in a journal of year `y` and semester or term `s`; `by`: by whom. */
function taught(db: Db, key: JournalKey, by: number | null): Fragment {
  return db`select distinct taught.class_type_id from course_teacher taught
    where ${isTaughtCourse(db, keyOf(db, key))} and taught.semester_id = s.id
      ${by === null ? db`` : db`and taught.teacher_id = ${by}`}`;
}

function facultyOf(db: Db, key: JournalKey): Fragment {
  return key.isPotok
    ? db`select d.faculty_id from stream x join department d on d.id = x.department_id
        where x.id = ${key.id_groupOrPorok}::bigint`
    : db`select sp.faculty_id from study_group g join speciality sp on sp.id = g.speciality_id
        where g.id = ${key.id_groupOrPorok}::bigint`;
}

const refused = () => new Refusal('journal.notYourClass', 403);

/** The types that a call may touch: all, or the named one when it is among them. */
function narrowed(types: readonly number[], classType: number | undefined): readonly number[] {
  const left = classType === undefined ? types : types.filter((type) => type === classType);
  if (!left.length) throw refused();
  return left;
}

function courseOf(key: JournalKey, row: CourseRow, types: readonly number[]): Course {
  return {
    year: row.year,
    term: row.term,
    semesterOrTerm: key.id_semesterOrWs,
    isSelect: key.isPotok,
    group: key.id_groupOrPorok,
    discipline: key.id_discipline,
    credits: key.credits,
    courseId: row.courseId,
    types,
    termStartsOn: row.termStartsOn,
    day: row.day,
  };
}

/** Whether the caller's journal permission reaches a faculty. */
function permitted(caller: Caller, faculty: number | null): boolean {
  if (!caller.permissions.includes('journal')) return false;
  const limits = caller.limitedTo.journal;
  return !limits || (faculty !== null && limits.includes(faculty));
}

/**
 * Opens a journal to the teacher of that teaching load, or to a holder of the journal permission who acts as that
 * teacher, also as one who does not teach it any more: entries outlive the load. Not there or not the caller's: 403
 * journal.notYourClass. Somebody else's id without the permission: 403 call.notYou.
 */
export async function authorizeJournal(
  db: Db,
  caller: Caller,
  app: AccessSettings,
  key: JournalKey & { readonly id_vid_zaniatiy?: number | undefined },
): Promise<AuthorizedJournal> {
  const teacher = key.id_teacher ?? caller.uid;
  if (teacher !== caller.uid && !caller.permissions.includes('journal')) throw new Refusal('call.notYou', 403);
  const [row] = await courseQuery(db, key, app, {
    types: taught(db, key, teacher),
    entered: caller.permissions.includes('journal') ? enteredBy(db, teacher) : db`select null::int where false`,
    faculty: facultyOf(db, key),
  });
  if (!row) throw refused();
  const isPermitted = permitted(caller, row.faculty);
  const open = isPermitted ? [...new Set([...row.types, ...row.entered])] : row.types;
  const types = narrowed(open, key.id_vid_zaniatiy);
  if (teacher !== caller.uid && !isPermitted) throw refused();
  return {
    ...courseOf(key, row, types),
    teacher,
    by: caller.uid,
    openFrom: openFrom(row, app.journalDays),
    permitted: isPermitted,
    today: row.today,
  } as AuthorizedJournal;
}

/** The same journal, read again after its first entry has given it a row. */
export function withCourseId(journal: AuthorizedJournal, courseId: number | null): AuthorizedJournal {
  return { ...journal, courseId };
}

/** The edit window: so many days back, or (no number set) the current term, for journals of that term only. */
function openFrom(row: CourseRow, days: number | null): string | null {
  if (days === null) return row.isNow ? row.nowStartsOn : null;
  return new Date(Date.parse(row.today) - days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Refuses to write to days that have not come (422 journal.future) or are closed (422 journal.closed). Whoever may
 * write to a closed day says why: otherwise 422 journal.reason.
 */
export function requireWritableDay(journal: AuthorizedJournal, day: string, reason: string | null): void {
  if (day > journal.today) throw new Refusal('journal.future', 422, { fields: { visitDate: 'journal.future' } });
  if (!isDayWritable(journal, day))
    throw new Refusal('journal.closed', 422, { fields: { visitDate: 'journal.closed' } });
  if (!reason && !inWindow(journal, day))
    throw new Refusal('journal.reason', 422, { fields: { reason: 'journal.reason' } });
}

export function isDayWritable(journal: AuthorizedJournal, day: string): boolean {
  return day <= journal.today && (journal.permitted || inWindow(journal, day));
}

function inWindow({ openFrom }: AuthorizedJournal, day: string): boolean {
  return openFrom !== null && day >= openFrom;
}

/** Opens a journal to a student of that group or stream in that term; the refusal is as for teachers. */
export async function authorizeOwnJournal(
  db: Db,
  caller: Caller,
  app: AccessSettings,
  key: JournalKey & { readonly id_vid_zaniatiy?: number | undefined },
): Promise<OwnJournal> {
  const [row] = await courseQuery(db, key, app, {
    types: db`select u.class_type_id from (${taughtOrEntered(db, key)}) u where ${belongsTo(db, caller.uid, key)}`,
    entered: db`select null::int where false`,
    faculty: db`null::int`,
  });
  if (!row) throw refused();
  return { ...courseOf(key, row, narrowed(row.types, key.id_vid_zaniatiy)), student: caller.uid } as OwnJournal;
}

/** SQL `select class_type_id`: what a teacher entered in course `j`. */
function enteredBy(db: Db, teacher: number): Fragment {
  return db`select distinct col.class_type_id from journal_column col join journal_cell c on c.column_id = col.id
    where col.course_id = j.id and c.teacher_id = ${teacher}`;
}

/**
 * SQL condition: the person belonged to the group on some day of the term, is registered in the stream, or has entries in
 * course `j`: what was entered of them stays theirs to read when they have moved to another group.
 */
function belongsTo(db: Db, uid: number, key: JournalKey): Fragment {
  const { isSelect, group } = keyOf(db, key);
  const belongs = isSelect
    ? isInStream(db, uid, group)
    : isInGroup(db, uid, group, { from: sqlFragment(db, 'cal.starts_on'), to: sqlFragment(db, 'cal.ends_on') });
  return db`(${belongs} or exists (select from journal_column col join journal_cell c on c.column_id = col.id
    where col.course_id = j.id and c.student_id = ${uid} and not c.deleted))`;
}

/** Entries outlive a change of the load. */
function taughtOrEntered(db: Db, key: JournalKey): Fragment {
  return db`select class_type_id from (${taught(db, key, null)}) l
    union select col.class_type_id from journal_column col where col.course_id = j.id`;
}

/** A cell whose history the caller may read; only this file makes one. */
export type AuthorizedCell = { readonly id: number; readonly student: number; readonly course: number } & {
  readonly __authorized: 'journal cell';
};

/** Opens a cell's history to its student, to who teaches that class, and to holders of the journal permission. */
export async function authorizeCell(db: Db, caller: Caller, id: number): Promise<AuthorizedCell> {
  const taughtAs = (isSelect: boolean) =>
    teachesCourse(
      db,
      caller.uid,
      {
        ...disciplineColumns(db, 'j'),
        isSelect,
        group: isSelect ? sqlFragment(db, 'j.stream_id') : sqlFragment(db, 'j.group_id'),
      },
      isSelect ? {} : { semester: sqlFragment(db, 'j.semester_id'), classType: sqlFragment(db, 'col.class_type_id') },
    );
  const [cell] = await db<{ student: number; course: number; teaches: boolean; faculty: number | null }[]>`
    select c.student_id as student, col.course_id as course, coalesce(f.faculty_id, d.faculty_id) as faculty,
      c.teacher_id = ${caller.uid} or case when j.stream_id is null then ${taughtAs(false)} else ${taughtAs(true)} end
        as teaches
    from journal_cell c
    join journal_column col on col.id = c.column_id
    join journal_course j on j.id = col.course_id
    left join stream st on st.id = j.stream_id
    left join department d on d.id = st.department_id
    left join study_group g on g.id = j.group_id
    left join speciality f on f.id = g.speciality_id
    where c.id = ${id}`;
  const open =
    cell && (caller.role === 1 ? cell.teaches || permitted(caller, cell.faculty) : cell.student === caller.uid);
  if (!open) throw refused();
  return { id, student: cell.student, course: cell.course } as AuthorizedCell;
}
