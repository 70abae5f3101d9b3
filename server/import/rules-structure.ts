import type { ImportRow } from './read-file.ts';
import { checkEndNotBeforeStart, checkUniqueColumn, joinKeyColumns, type RuleContext, toCalendarYear } from './rule.ts';

/** Years, calendar, slots, semesters, prerequisites. */
export function checkStructure(rules: RuleContext): void {
  const { rows, at, report } = rules;
  const defaults = rows('academic_years').filter((row) => row.cells.is_default === 't');
  const [first, ...others] = defaults;
  if (rules.has('academic_years') && !first) report.error('year.noDefault', { file: rules.nameOf('academic_years') });
  for (const row of others)
    report.error('year.twoDefaults', at('academic_years', row, 'is_default'), { first: first?.row ?? 0 });
  checkEndNotBeforeStart(rules, 'calendar', 'starts_on', 'ends_on');
  checkEndNotBeforeStart(rules, 'pair_slots', 'starts_at', 'ends_at');
  checkCalendar(rules, first);
  checkOverlaps(rules, 'pair_slots', 'starts_at', 'ends_at', 'slot.overlap', false);
  checkUniqueColumn(rules, 'class_types', 'id');
  checkUniqueColumn(rules, 'control_forms', 'id');
  for (const row of rows('semesters')) {
    const { semester, course } = row.cells;
    if (semester && course && Math.ceil(Number(semester) / 2) !== Number(course)) {
      report.error('semester.course', at('semesters', row, 'course'), { semester, course });
    }
  }
  checkPrerequisites(rules);
  checkEndNotBeforeStart(rules, 'registration_windows', 'starts_on', 'ends_on');
  for (const row of rows('registration_windows')) {
    const { year, starts_on: starts, ends_on: ends } = row.cells;
    if (
      year &&
      starts &&
      ends &&
      (starts < `${toCalendarYear(year)}-07-01` || ends > `${toCalendarYear(year) + 1}-08-31`)
    ) {
      report.warning('window.otherYear', at('registration_windows', row, 'starts_on'));
    }
  }
}

function checkCalendar(rules: RuleContext, defaultYear: ImportRow | undefined): void {
  const { rows, at, report } = rules;
  for (const row of rows('calendar')) {
    const { year, starts_on: starts, ends_on: ends } = row.cells;
    if (!year || !starts || !ends) continue;
    const first = toCalendarYear(year);
    if (starts < `${first}-08-01` || ends > `${first + 1}-08-31`) {
      report.error('calendar.otherYear', at('calendar', row, 'starts_on'), { year: first, next: first + 1 });
    }
  }
  checkOverlaps(rules, 'calendar', 'starts_on', 'ends_on', 'calendar.overlap', true);
  if (
    defaultYear &&
    rules.has('calendar') &&
    !rows('calendar').some((row) => row.cells.year === defaultYear.cells.year)
  ) {
    report.error('calendar.noDefault', { file: rules.nameOf('calendar') });
  }
}

/** Spans of one file may not touch; days are inclusive, times are not. */
function checkOverlaps(
  { rows, at, report }: RuleContext,
  file: string,
  from: string,
  to: string,
  code: 'slot.overlap' | 'calendar.overlap',
  inclusive: boolean,
): void {
  const spans = rows(file).filter((row) => row.cells[from] && row.cells[to]);
  spans.sort((a, b) => joinKeyColumns(a, from).localeCompare(joinKeyColumns(b, from)));
  let last: ImportRow | undefined;
  for (const row of spans) {
    const end = last?.cells[to] ?? '';
    const start = row.cells[from] ?? '';
    if (last && (inclusive ? start <= end : start < end)) report.error(code, at(file, row, from), { first: last.row });
    if (!last || (row.cells[to] ?? '') > end) last = row;
  }
}

function checkPrerequisites({ rows, at, report }: RuleContext): void {
  const requires = new Map<string, string[]>();
  const rowOf = new Map<string, ImportRow>();
  for (const row of rows('prerequisites')) {
    const { discipline, requires: before } = row.cells;
    if (!discipline || !before) continue;
    if (discipline === before) report.error('prerequisite.itself', at('prerequisites', row, 'requires'));
    else requires.set(discipline, [...(requires.get(discipline) ?? []), before]);
    rowOf.set(discipline, row);
  }
  const done = new Set<string>();
  const visit = (code: string, path: string[]): void => {
    const place = path.indexOf(code);
    const row = rowOf.get(code);
    if (place >= 0 && row)
      report.error('prerequisite.circle', at('prerequisites', row, 'requires'), {
        circle: [...path.slice(place), code].join(' → '),
      });
    if (place >= 0 || done.has(code)) return;
    for (const before of requires.get(code) ?? []) visit(before, [...path, code]);
    done.add(code);
  };
  for (const code of requires.keys()) visit(code, []);
}
