import type { Fragment } from 'postgres';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';

/** Pieces of SQL without values, made once: almost every list asks for the same few. */
const columns = new Map<string, ReturnType<typeof columnOf>>();
const alphabets = new Map<Language, Fragment>();

/** The name column of a table in a language: `d.name_kg`. */
export function nameColumn(db: Db, table: string, language: Language, column: 'name' | 'short' = 'name') {
  const name = `${table}.${column}_${language}`;
  const known = columns.get(name) ?? columnOf(db, name);
  columns.set(name, known);
  return known;
}

const columnOf = (db: Db, name: string) => db(name);

const pieces = new Map<string, Fragment>();

/** SQL: a text of the program itself, such as a column's name, made once: making a piece takes longer than its part runs. */
export function sqlFragment(db: Db, text: string): Fragment {
  const known = pieces.get(text) ?? db.unsafe(text);
  pieces.set(text, known);
  return known;
}

/**
 * SQL: a moment as the wire writes it, for inside JSON, where the driver does not see it: PostgreSQL itself would write
 * microseconds and an offset.
 */
export const wireTimestampSql = (db: Db, column: string): Fragment =>
  db`to_char((${sqlFragment(db, column)}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL: how a stream is called where groups are listed, «Поток 1 (лк)». A stream belongs to one class type, and the
 * lecture and the practice of one choice often have the same number. Needs `class_type` as `ct`.
 */
export function streamNameColumn(db: Db, stream: string, language: Language) {
  return db`${db(`${stream}.name`)} || ' (' || ${nameColumn(db, 'ct', language, 'short')} || ')'`;
}

/** Sorting by an alphabet: with the database's own order Ң Ө Ү would come after Я. */
export function alphabetCollationSql(db: Db, language: Language): Fragment {
  const known = alphabets.get(language) ?? collation(db, language);
  alphabets.set(language, known);
  return known;
}

function collation(db: Db, language: Language): Fragment {
  if (language === 'kg') return db`collate "ky-x-icu"`;
  return language === 'en' ? db`collate "en-x-icu"` : db`collate "ru-x-icu"`;
}

/** Today in the university's time zone. */
export function universityTodaySql(db: Db, timeZone: string) {
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
    order by c.starts_on > ${universityTodaySql(db, timeZone)},
      case when c.starts_on <= ${universityTodaySql(db, timeZone)} then c.starts_on end desc, c.starts_on
    limit 1`;
}

/** The current term (see calendarOfToday); null in an empty base. */
export async function readCurrentTerm(db: Db, timeZone: string, language: Language): Promise<TermRow | null> {
  const [row] = await db<TermRow[]>`
    select y.id as "yearId", y.label as "yearLabel", t.id as "termId", ${nameColumn(db, 't', language)} as "termName",
      c.starts_on as "startsOn", c.ends_on as "endsOn"
    from (${calendarOfToday(db, timeZone)}) c
    join academic_year y on y.id = c.year_id
    join term t on t.id = c.term_id`;
  return row ?? null;
}

/** What the portal opens with: default year and current term, in one statement; zeroes and blanks in an empty base. */
export async function readTermDefaults(db: Db, timeZone: string, language: Language) {
  const [row] = await db<{ id_a_year_def: number; p32: string; id_ws: number; ws: string }[]>`
    select coalesce(y.id, 0) as id_a_year_def, coalesce(y.label, '') as p32,
      coalesce(t.id, 1) as id_ws, coalesce(${nameColumn(db, 't', language)}, '') as ws
    from (select) nothing
    left join academic_year y on y.is_default
    left join (${calendarOfToday(db, timeZone)}) c on true
    left join term t on t.id = c.term_id`;
  return row ?? { id_a_year_def: 0, p32: '', id_ws: 1, ws: '' };
}

/** The default academic year with its label. */
export async function readDefaultYear(db: Db): Promise<{ id: number; label: string } | null> {
  const [row] = await db<{ id: number; label: string }[]>`select id, label from academic_year where is_default`;
  return row ?? null;
}

/** Academic years from four back to one ahead of the default one, newest first. */
export async function readYears(db: Db) {
  return await db<{ id_a_year: number; p32: string }[]>`
    select y.id as id_a_year, y.label as p32
    from academic_year y, academic_year d
    where d.is_default and y.id between d.id - 4 and d.id + 1
    order by y.id desc`;
}

/** What apps and devices show codes and keys under: the university's name, or the product's while none was imported. */
export async function readUniversityName(db: Db, language: Language): Promise<string> {
  const [row] = await db<{ name: string }[]>`select ${nameColumn(db, 'u', language)} as name from university u`;
  return row?.name ?? 'Bilim';
}
