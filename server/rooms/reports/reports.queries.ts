import type { Fragment } from 'postgres';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import {
  alphabetCollationSql,
  readCurrentTerm,
  sqlFragment,
  universityTodaySql,
} from '../../university/university.queries.ts';
import { type ReportScope, selectGroups } from './reports.access.ts';

/** What the reports have in common: their days, and how their rows come by pages. */

export const reportPeriods = ['week', 'month', 'term', 'year'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The days of a report, in the academic year that is looked at. */
export interface ReportDays {
  readonly from: string;
  readonly until: string;
  readonly year: number;
}

/** How a report is asked for. */
export interface ReportQuery {
  readonly scope: ReportScope;
  readonly days: ReportDays;
  readonly language: Language;
  readonly timeZone: string;
  /** The last row that is known already; null: from the first. */
  readonly after: ReportCursor | null;
  /** Rows at most. */
  readonly most: number;
}

/** The place of a row: the number that it is sorted by, and whose it is. */
export interface ReportCursor {
  readonly number: number;
  readonly id: number;
}

/** The days that a period means today: from its beginning until today. In an empty base the last week. */
export async function resolvePeriod(db: Db, timeZone: string, period: ReportPeriod): Promise<ReportDays> {
  const term = await readCurrentTerm(db, timeZone, 'ru');
  const week = db`${universityTodaySql(db, timeZone)} - 6`;
  // In its first days a month is no shorter than a week.
  const month = db`least(date_trunc('month', ${universityTodaySql(db, timeZone)})::date, ${week})`;
  const from = {
    week,
    month,
    term: term ? db`least(${term.startsOn}::date, ${week})` : week,
    year: db`least((select min(starts_on) from academic_calendar where year_id = ${term?.yearId ?? null}), ${week})`,
  }[period];
  const [row] = await db<{ from: string; until: string }[]>`
    select (${from})::text as from, ${universityTodaySql(db, timeZone)}::text as until`;
  if (!row) throw new Error('a value without a row');
  return { ...row, year: term?.yearId ?? 0 };
}

/** SQL, part of a statement: `place`, the groups of the scope. */
export const scopeGroupsCte = (db: Db, { scope, days }: ReportQuery) =>
  db`place as materialized (${selectGroups(db, scope, days.year)})`;

/**
 * SQL, part of a statement: `page`, those of part `found` (number, name, id and figures) that come after the known ones: the
 * largest number first, then by name. `names` is the table that knows the name of the last one, also when it has gone from here.
 */
export function reportPageCte(db: Db, { after, most, language }: ReportQuery, names: Fragment) {
  const order = alphabetCollationSql(db, language);
  const later = after
    ? db`where (-number, name ${order}, id) > (${-after.number}::bigint,
        coalesce((${names} where n.id = ${after.id}), '') ${order}, ${after.id}::bigint)`
    : sqlFragment(db, '');
  return db`page as materialized (
    select number || '.' || id as cursor, found.* from found ${later} order by -number, name ${order}, id limit ${most})`;
}

/** SQL: the rows of part `page` as JSON, each with the `list` that a part `listed` has for its id, where there is one. */
export function selectReportPage(db: Db, { language }: ReportQuery, list?: string) {
  const own = list ? `|| jsonb_build_object('${list}', coalesce(listed.list, '[]'))` : '';
  return db`coalesce((
    select jsonb_agg((to_jsonb(page) - 'number' - 'name' - 'id') ${sqlFragment(db, own)}
      order by -number, name ${alphabetCollationSql(db, language)}, page.id)
    from page ${sqlFragment(db, list ? 'left join listed on listed.id = page.id' : '')}), '[]')`;
}

/** What `reportPageCte` looks for a name in. */
export const personNameSubquery = (db: Db) => sqlFragment(db, 'select n.full_name from person n');
export const groupNameSubquery = (db: Db) => sqlFragment(db, 'select n.name from study_group n');
