import type { Fragment } from 'postgres';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';

/** Pieces of SQL without values, made once: almost every list asks for the same few. */
const columns = new Map<string, ReturnType<typeof columnOf>>();
const alphabets = new Map<Language, Fragment>();

/** The name column of a table in a language: `d.name_kg`. */
export function named(db: Db, table: string, language: Language, column: 'name' | 'short' = 'name') {
  const name = `${table}.${column}_${language}`;
  const known = columns.get(name) ?? columnOf(db, name);
  columns.set(name, known);
  return known;
}

const columnOf = (db: Db, name: string) => db(name);

/**
 * SQL: how a stream is called where groups are listed, «Поток 1 (лк)». A stream belongs to one class type, and the
 * lecture and the practice of one choice often have the same number. Needs `class_type` as `ct`.
 */
export function streamName(db: Db, stream: string, language: Language) {
  return db`${db(`${stream}.name`)} || ' (' || ${named(db, 'ct', language, 'short')} || ')'`;
}

/** Sorting by an alphabet: with the database's own order Ң Ө Ү would come after Я. */
export function alphabet(db: Db, language: Language): Fragment {
  const known = alphabets.get(language) ?? collation(db, language);
  alphabets.set(language, known);
  return known;
}

function collation(db: Db, language: Language): Fragment {
  if (language === 'kg') return db`collate "ky-x-icu"`;
  return language === 'en' ? db`collate "en-x-icu"` : db`collate "ru-x-icu"`;
}

/** Today in the university's time zone. */
export function today(db: Db, timeZone: string) {
  return db`(now() at time zone ${timeZone})::date`;
}

export interface TermRow {
  yearId: number;
  yearLabel: string;
  termId: number;
  termName: string;
  startsOn: string;
  endsOn: string;
}

/** SQL: the calendar's row that holds today, else the last begun, else the first to come; none in an empty base. */
function calendarOfToday(db: Db, timeZone: string) {
  return db`select * from academic_calendar c
    order by c.starts_on > ${today(db, timeZone)},
      case when c.starts_on <= ${today(db, timeZone)} then c.starts_on end desc, c.starts_on
    limit 1`;
}

/** The current term (see calendarOfToday); null in an empty base. */
export async function currentTerm(db: Db, timeZone: string, language: Language): Promise<TermRow | null> {
  const [row] = await db<TermRow[]>`
    select y.id as "yearId", y.label as "yearLabel", t.id as "termId", ${named(db, 't', language)} as "termName",
      c.starts_on as "startsOn", c.ends_on as "endsOn"
    from (${calendarOfToday(db, timeZone)}) c
    join academic_year y on y.id = c.year_id
    join term t on t.id = c.term_id`;
  return row ?? null;
}

/** What the portal opens with: default year and current term, in one statement; zeroes and blanks in an empty base. */
export async function termDefaults(db: Db, timeZone: string, language: Language) {
  const [row] = await db<{ id_a_year_def: number; p32: string; id_ws: number; ws: string }[]>`
    select coalesce(y.id, 0) as id_a_year_def, coalesce(y.label, '') as p32,
      coalesce(t.id, 1) as id_ws, coalesce(${named(db, 't', language)}, '') as ws
    from (select) nothing
    left join academic_year y on y.is_default
    left join (${calendarOfToday(db, timeZone)}) c on true
    left join term t on t.id = c.term_id`;
  return row ?? { id_a_year_def: 0, p32: '', id_ws: 1, ws: '' };
}

/** The default academic year with its label. */
export async function defaultYear(db: Db): Promise<{ id: number; label: string } | null> {
  const [row] = await db<{ id: number; label: string }[]>`select id, label from academic_year where is_default`;
  return row ?? null;
}

/** Academic years from four back to one ahead of the default one, newest first. */
export async function years(db: Db) {
  return await db<{ id_a_year: number; p32: string }[]>`
    select y.id as id_a_year, y.label as p32
    from academic_year y, academic_year d
    where d.is_default and y.id between d.id - 4 and d.id + 1
    order by y.id desc`;
}

/**
 * The day on which membership in a term is judged: today, or the nearest day of the term when it is past or to come.
 */
export function dayOfTerm(db: Db, timeZone: string, year: number, term: number) {
  return db`coalesce((select greatest(c.starts_on, least(c.ends_on, ${today(db, timeZone)}))
    from academic_calendar c where c.year_id = ${year} and c.term_id = ${term}), ${today(db, timeZone)})`;
}

/** What names one taught discipline everywhere: term, discipline, credits, and the group or stream that has it. */
export interface CourseKey {
  readonly year: number;
  readonly term: number;
  readonly discipline: number;
  readonly credits: number;
  /** True: chosen, taught to the stream `group`; false: of the plan, taught to the group `group`. */
  readonly isSelect: boolean;
  readonly group: number;
}

/** SQL `select student_id`: the students of a course's group or stream, on the day on which the term is judged. */
export function studentsOf(db: Db, timeZone: string, k: CourseKey) {
  if (k.isSelect)
    return db`select r.student_id from registration_class c
      join registration r on r.id = c.registration_id
      where c.stream_id = ${k.group}`;
  return db`select m.student_id from group_membership m
    where m.group_id = ${k.group} and m.starts_on <= ${dayOfTerm(db, timeZone, k.year, k.term)}
      and (m.ends_on is null or m.ends_on >= ${dayOfTerm(db, timeZone, k.year, k.term)})`;
}

/**
 * SQL `select student_id`: of these the ones that one teacher has. Where a mandatory discipline has streams, those
 * who registered in a stream of that teacher; where it has none, all (settled.md 27).
 */
export function studentsOfTeacher(db: Db, timeZone: string, k: CourseKey, teacher: number) {
  if (k.isSelect) return studentsOf(db, timeZone, k);
  return db`select s.student_id from (${studentsOf(db, timeZone, k)}) s
    where not exists (
        select from stream x where x.year_id = ${k.year} and x.term_id = ${k.term}
          and x.discipline_id = ${k.discipline} and x.credits = ${k.credits} and not x.is_chosen)
      or exists (
        select from registration r
        join registration_class c on c.registration_id = r.id
        join stream x on x.id = c.stream_id
        where r.student_id = s.student_id and r.year_id = ${k.year} and r.term_id = ${k.term}
          and r.discipline_id = ${k.discipline} and r.credits = ${k.credits} and x.teacher_id = ${teacher})`;
}

/** SQL `select teacher_id`: who teaches a course to its group or stream. */
export function teachersOf(db: Db, k: CourseKey) {
  if (k.isSelect)
    return db`select s.teacher_id from stream s
      where s.id = ${k.group} and s.year_id = ${k.year} and s.term_id = ${k.term}
        and s.discipline_id = ${k.discipline} and s.credits = ${k.credits} and s.is_chosen`;
  return db`select distinct l.teacher_id from group_load l
    where l.group_id = ${k.group} and l.year_id = ${k.year} and l.term_id = ${k.term}
      and l.discipline_id = ${k.discipline} and l.credits = ${k.credits}`;
}
