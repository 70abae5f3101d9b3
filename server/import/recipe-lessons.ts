import { createHash } from 'node:crypto';
import type { RowCells } from './recipe-portal-rows.ts';
import { addOutputRow, type RecipeWorkspace, type RowOrigin } from './recipe-workspace.ts';

/** A class of a timetable, as one cell says it. */
export interface RecipeLesson {
  readonly place: { readonly file: string; readonly row: number; readonly column: string };
  readonly day: number;
  readonly slot: string;
  readonly week: 0 | 1 | 2;
  readonly subgroup: number;
  readonly kind: string;
  readonly discipline: string;
  readonly credits: string;
  readonly teacher: string;
  readonly building: string;
  readonly auditorium: string;
  readonly groups: readonly string[];
}

type Term = { readonly year: string; readonly term: string };

/**
 * Puts the lessons of a timetable into the folder, and beside them those of the term that it does not speak of: the
 * importer removes only what a folder of the term leaves out.
 */
export function addLessonsToFolder(
  lessons: readonly RecipeLesson[],
  shown: ReadonlySet<string>,
  { year, term }: Term,
  work: RecipeWorkspace,
): void {
  const { known } = work;
  const groups = new Map<string, string[]>();
  for (const row of known.rows('lesson_groups'))
    groups.set(row.lesson ?? '', [...(groups.get(row.lesson ?? '') ?? []), row.group ?? '']);
  const before = known.rows('lessons').filter((row) => row.year === year && row.term === term);
  const others = before.filter(
    ({ code = '', stream }) => stream || !groups.get(code)?.some((group) => shown.has(group)),
  );
  const inStreams = new Set(others.filter(({ stream }) => stream).map((row) => taught(row)));
  const shared = new Map<string, RowCells>();
  for (const row of before) if (!others.includes(row)) shared.set(`${taught(row)} ${row.subgroup}`, row);
  const codes = new Set(others.map(({ code }) => code));
  for (const lesson of joined(lessons)) {
    const { place, day, slot, week, subgroup, kind, discipline, credits, teacher, building, auditorium } = lesson;
    const cells: RowCells = {
      ...{ year, term, day_number: String(day), slot, week_kind: String(week), class_type: kind, discipline, credits },
      ...{ teacher, building, auditorium, subgroup: String(subgroup) },
    };
    // A class of a stream has students, not groups: the portal holds it already.
    if (inStreams.has(taught(cells))) continue;
    const former = shared.get(`${taught(cells)} ${subgroup}`);
    const isOurs = former && groups.get(former.code ?? '')?.some((group) => lesson.groups.includes(group));
    const code = isOurs && !codes.has(former.code) ? (former.code ?? '') : newCode({ year, term }, lesson, codes);
    codes.add(code);
    const columns = Object.fromEntries(['code', ...Object.keys(cells)].map((name) => [name, place.column]));
    const origin: RowOrigin = { file: place.file, row: place.row, columns };
    const kept: RowCells = isOurs
      ? { week_from: former.week_from ?? '', week_to: former.week_to ?? '', only_date: former.only_date ?? '' }
      : {};
    addOutputRow(work, 'lessons', { ...cells, ...kept, code }, origin);
    const groupsNotShown = isOurs ? (groups.get(code)?.filter((group) => !shown.has(group)) ?? []) : [];
    for (const group of [...lesson.groups, ...groupsNotShown])
      addOutputRow(
        work,
        'lesson_groups',
        { lesson: code, group },
        { ...origin, columns: { lesson: place.column, group: place.column } },
      );
  }
  for (const row of others) {
    addOutputRow(work, 'lessons', row, null);
    for (const group of groups.get(row.code ?? '') ?? [])
      addOutputRow(work, 'lesson_groups', { lesson: row.code ?? '', group }, null);
  }
  addOutputRow(work, 'scope', { year, term, faculty: '' }, null);
}

/** What makes two rows the same class. */
const taught = (row: RowCells): string =>
  [row.day_number, row.slot, row.week_kind, row.class_type, row.discipline, Number(row.credits), row.teacher].join(' ');

/** A lecture that is in the column of each of its groups is one class. */
function joined(lessons: readonly RecipeLesson[]): RecipeLesson[] {
  const found = new Map<string, RecipeLesson>();
  for (const lesson of lessons) {
    const { place: _, groups, ...rest } = lesson;
    const key = JSON.stringify(rest);
    const before = found.get(key);
    found.set(key, before ? { ...before, groups: [...new Set([...before.groups, ...groups])] } : lesson);
  }
  return [...found.values()];
}

/** A key that the same class gets from the same timetable again. */
function newCode(
  { year, term }: Term,
  { day, slot, week, subgroup, groups, discipline }: RecipeLesson,
  taken: ReadonlySet<string | undefined>,
): string {
  const of = createHash('sha256').update(groups.toSorted().join()).digest('hex').slice(0, 10);
  const base = `m${year}-${term}-${day}-${slot}-${week}${subgroup}-${of}`;
  return taken.has(base) ? `${base}-${createHash('sha256').update(discipline).digest('hex').slice(0, 6)}` : base;
}
