import type { MatrixRecipe } from '@bilim/contract/recipe.ts';
import { readTimetableGrid, type TimetableGrid } from './recipe-grid.ts';
import { findClassTypeByWord, type ParsedLessonCell, parseLessonCell } from './recipe-lesson-cell.ts';
import { addLessonsToFolder, type RecipeLesson } from './recipe-lessons.ts';
import type { RecipeSheet } from './recipe-sheets.ts';
import { type RecipeWorkspace, reportUnknownValue } from './recipe-workspace.ts';
import { toCellAddress } from './workbook.ts';

/** A part of a timetable that one cell holds. */
interface Where {
  readonly place: { file: string; row: number; column: string };
  readonly groups: readonly string[];
  readonly part: number;
  readonly times: readonly { readonly day: number; readonly slot: string; readonly week: 0 | 1 | 2 }[];
}

/** Makes lessons from the sheets that are timetables. */
export function applyMatrixRecipe(recipe: MatrixRecipe, sheets: readonly RecipeSheet[], work: RecipeWorkspace): void {
  const { known, report } = work;
  const year = String(
    recipe.year ?? known.rows('academic_years').find(({ is_default: is }) => is === 'true')?.year ?? '',
  );
  const term = String(recipe.term ?? nextTerm(year, work));
  if (
    !known.rows('academic_years').some((row) => row.year === year) ||
    !known.rows('terms').some((row) => row.term === term)
  ) {
    report.error('recipe.noTerm', {}, { year, term });
    return;
  }
  const wanted = sheets.filter(({ sheet }) => !recipe.sheet || sheet === recipe.sheet);
  if (wanted.length === 0) report.error('recipe.noGroupRow', { file: sheets[0]?.place ?? '' });
  const lessons: RecipeLesson[] = [];
  const shown = new Set<string>();
  const words = recipe.words ?? {};
  for (const sheet of wanted) {
    const grid = readTimetableGrid(sheet, words, recipe.headerRow ?? null, work);
    if (!grid) continue;
    for (const { groups } of grid.columns.values()) for (const group of groups) shown.add(group);
    for (const { text, span } of grid.blocks) {
      const place = { file: sheet.place, row: span.top + 1, column: toCellAddress(span.top, span.left) };
      const where = whereOf(grid, span, place, work);
      for (const parsedCell of where ? parseLessonCell(text, known) : [])
        lessons.push(...(where ? lessonsOf(parsedCell, where, { year, term, words }, work) : []));
    }
  }
  addLessonsToFolder(lessons, shown, { year, term }, work);
}

/** The term that goes on or comes next. */
function nextTerm(year: string, { known, today }: RecipeWorkspace): string {
  const terms = known.rows('calendar').filter((row) => row.year === year);
  const [next] = terms
    .filter(({ ends_on: ends = '' }) => ends >= today)
    .sort((a, b) => ((a.starts_on ?? '') < (b.starts_on ?? '') ? -1 : 1));
  return next?.term ?? '';
}

function whereOf(
  { columns, rows }: TimetableGrid,
  span: { top: number; left: number; bottom: number; right: number },
  place: Where['place'],
  { report }: RecipeWorkspace,
): Where | null {
  const covered = [...columns].filter(([column]) => column >= span.left && column <= span.right);
  const groups = [...new Set(covered.flatMap(([, own]) => own.groups))];
  const widthOf = (group: string) => [...columns.values()].filter((own) => own.groups.includes(group)).length;
  const coveredOf = (group: string) => covered.filter(([, own]) => own.groups.includes(group)).length;
  const partly = groups.filter((group) => coveredOf(group) < widthOf(group));
  if (partly.length > 0 && (groups.length > 1 || covered.length > 1)) {
    report.error('recipe.partly', place);
    return null;
  }
  const times = new Map<string, { day: number; slot: string; halves: Set<number>; of: number }>();
  for (let row = span.top; row <= span.bottom; row++) {
    const own = rows.get(row);
    if (!own) continue;
    if (own.halves > 2) {
      report.error('recipe.manyRows', place);
      return null;
    }
    const key = `${own.day} ${own.slot}`;
    const time = times.get(key) ?? { day: own.day, slot: own.slot, halves: new Set<number>(), of: own.halves };
    time.halves.add(own.half);
    times.set(key, time);
  }
  const weekOf = (halves: ReadonlySet<number>, of: number) => (halves.size === of ? 0 : halves.has(0) ? 1 : 2);
  return {
    place,
    groups,
    part: partly.length > 0 ? (covered[0]?.[1].part ?? 0) : 0,
    times: [...times.values()].map(({ day, slot, halves, of }) => ({ day, slot, week: weekOf(halves, of) })),
  };
}

type Term = { readonly year: string; readonly term: string; readonly words: Readonly<Record<string, string>> };

/** The lessons of one text; what it names and is not there is reported with the cell. */
function lessonsOf(
  parsedCell: ParsedLessonCell,
  { place, groups, part, times }: Where,
  { year, term, words }: Term,
  work: RecipeWorkspace,
): RecipeLesson[] {
  const { known, report } = work;
  const replaced = (text: string) => words[text] ?? text;
  const discipline = keyOf('disciplines', replaced(parsedCell.discipline), 'recipe.noDiscipline', place, work);
  const kind = findClassTypeByWord(replaced(parsedCell.kind), known);
  if (parsedCell.kind === '' || kind === null)
    report.error('recipe.noKind', place, {
      value: parsedCell.kind || parsedCell.discipline,
      list: known
        .rows('class_types')
        .map((row) => row.short_ru ?? '')
        .join(', '),
    });
  const teacher = teacherOf(replaced(parsedCell.teacher), { year, term, discipline, groups }, place, work);
  const room =
    parsedCell.room === '' ? { building: '', auditorium: '' } : roomOf(replaced(parsedCell.room), place, work);
  if (!discipline || !kind || !teacher || !room) return [];
  const byCredits = new Map<string, string[]>();
  for (const group of groups) {
    const credits = creditsOf({ year, term, discipline, teacher, kind, group }, known);
    const [only, ...more] = credits;
    if (only === undefined || more.length > 0)
      report.error(only === undefined ? 'recipe.notPlanned' : 'recipe.twoCredits', place, {
        value: parsedCell.discipline,
        group: known.byKey('groups', group)?.name ?? group,
        list: credits.join(', '),
      });
    else byCredits.set(only, [...(byCredits.get(only) ?? []), group]);
  }
  return [...byCredits].flatMap(([credits, own]) =>
    times.map(({ day, slot, week }) => ({
      place,
      day,
      slot,
      week: parsedCell.week ?? week,
      subgroup: parsedCell.subgroup ?? part,
      kind,
      discipline,
      credits,
      teacher,
      ...room,
      groups: own,
    })),
  );
}

function keyOf(
  file: string,
  text: string,
  code: 'recipe.noDiscipline' | 'recipe.noRoom',
  place: Where['place'],
  work: RecipeWorkspace,
): string | null {
  const found = work.known.find(file, text);
  if ('key' in found) return found.key;
  if ('several' in found)
    work.report.error('recipe.several', place, {
      value: text,
      list: found.several.map((key) => key.replace('\u001f', '-')).join(', '),
    });
  else reportUnknownValue(work, code, place, text, found.similar);
  return null;
}

function roomOf(
  text: string,
  place: Where['place'],
  work: RecipeWorkspace,
): { building: string; auditorium: string } | null {
  const key = keyOf('auditoriums', text, 'recipe.noRoom', place, work);
  const [building = '', auditorium = ''] = key?.split('\u001f') ?? [];
  return key ? { building, auditorium } : null;
}

type Course = { year: string; term: string; discipline: string | null; groups: readonly string[] };

/** The teacher whom surname and initials name; of several the one who teaches this to the groups. */
function teacherOf(
  text: string,
  { year, term, discipline, groups }: Course,
  place: Where['place'],
  work: RecipeWorkspace,
): string | null {
  if (text === '') {
    work.report.error('recipe.teacherMissing', place);
    return null;
  }
  const found = work.known.find('teachers', text);
  if ('key' in found) return found.key;
  if ('several' in found) {
    const load = work.known.rows('group_load').filter((row) => row.year === year && row.term === term);
    const teaching = found.several.filter((code) =>
      load.some((row) => row.teacher === code && row.discipline === discipline && groups.includes(row.group ?? '')),
    );
    const [only, ...more] = teaching;
    if (only !== undefined && more.length === 0) return only;
    work.report.error('recipe.several', place, { value: text, list: found.several.join(', ') });
  } else reportUnknownValue(work, 'recipe.noTeacher', place, text, found.similar);
  return null;
}

type TaughtGroup = { year: string; term: string; discipline: string; teacher: string; kind: string; group: string };

/** Credits with which a group studies a discipline in the term: by who teaches it, otherwise by its plan. */
function creditsOf(
  { year, term, discipline, teacher, kind, group }: TaughtGroup,
  known: RecipeWorkspace['known'],
): string[] {
  const load = known
    .rows('group_load')
    .filter((row) => row.year === year && row.term === term && row.discipline === discipline && row.group === group);
  const own = load.filter((row) => row.teacher === teacher && row.class_type === kind);
  const speciality = known.byKey('groups', group)?.speciality;
  const semesters = new Set(known.rows('semesters').flatMap((row) => (row.term === term ? [row.semester] : [])));
  const plan = () =>
    known
      .rows('plan')
      .filter(
        (row) =>
          row.speciality === speciality &&
          row.year === year &&
          row.discipline === discipline &&
          semesters.has(row.semester),
      );
  const rows = own.length > 0 ? own : load.length > 0 ? load : plan();
  return [...new Set(rows.map((row) => row.credits ?? ''))];
}
