import type { Files, Row } from './check.ts';
import type { Report } from './report.ts';
import { checkLessons } from './rules-lessons.ts';
import { checkPeople } from './rules-people.ts';
import { checkStructure } from './rules-structure.ts';
import { checkTeaching } from './rules-teaching.ts';

/** What a rule works with. A rule whose files were not handed in says nothing: the database's constraints remain. */
export interface Rules {
  report: Report;
  /** Rows of a file, none when it was not handed in. */
  rows(file: string): readonly Row[];
  /** Whether the file was handed in. */
  has(file: string): boolean;
  /** Rows of a file by one of its columns. */
  by(file: string, column: string): Map<string, Row>;
  /** A place in a file for the report. */
  at(file: string, row: Row, column?: string): { file: string; row: number; column: string | null };
  nameOf(file: string): string;
}

/** Reports rows that contradict each other, though each is right by itself. */
export function checkRules(files: Files, report: Report): void {
  const indexes = new Map<string, Map<string, Row>>();
  const rows = (file: string) => files.get(file)?.rows ?? [];
  const nameOf = (file: string) => files.get(file)?.name ?? `${file}.csv`;
  const rules: Rules = {
    report,
    rows,
    nameOf,
    has: (file) => files.has(file),
    by(file, column) {
      const name = `${file} ${column}`;
      const index = indexes.get(name) ?? new Map(rows(file).map((row) => [row.cells[column] ?? '', row]));
      indexes.set(name, index);
      return index;
    },
    at: (file, row, column) => ({ file: nameOf(file), row: row.row, column: column ?? null }),
  };
  checkStructure(rules);
  checkPeople(rules);
  checkTeaching(rules);
  checkLessons(rules);
}

/** Reports every row whose end is before its beginning. */
export function checkOrder({ rows, at, report }: Rules, file: string, starts: string, ends: string): void {
  for (const row of rows(file)) {
    const from = row.cells[starts];
    const to = row.cells[ends];
    if (from && to && to < from) report.mistake('rule.order', at(file, row, ends), { starts: from, ends: to });
  }
}

/** Reports every value of a column that stands in an earlier row too. */
export function checkOnce({ rows, at, report }: Rules, file: string, column: string): void {
  const first = new Map<string, number>();
  for (const row of rows(file)) {
    const value = row.cells[column];
    if (!value) continue;
    const before = first.get(value);
    if (before === undefined) first.set(value, row.row);
    else report.mistake('value.twice', at(file, row, column), { value, first: before });
  }
}

/** The values of some columns as one key. */
export function joined(row: Row, ...columns: string[]): string {
  return columns.map((column) => row.cells[column] ?? '').join('\u001f');
}

/** Calendar year of a year as it is stored. */
export function calendarYear(stored: string | null | undefined): number {
  return 2000 + Number(stored ?? 0);
}
