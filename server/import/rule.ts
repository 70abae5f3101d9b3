import type { ImportRow } from './read-file.ts';
import type { ImportReport } from './report.ts';

/** What a rule works with. A rule whose files were not handed in says nothing: the database's constraints remain. */
export interface RuleContext {
  report: ImportReport;
  /** The day at the university. */
  today: string;
  /** Rows of a file, none when it was not handed in. */
  rows(file: string): readonly ImportRow[];
  /** Whether the file was handed in. */
  has(file: string): boolean;
  /** Rows of a file by one of its columns. */
  by(file: string, column: string): Map<string, ImportRow>;
  /** A place in a file for the report. */
  at(file: string, row: ImportRow, column?: string): { file: string; row: number; column: string | null };
  nameOf(file: string): string;
}

/** Reports every row whose end is before its beginning. */
export function checkEndNotBeforeStart(
  { rows, at, report }: RuleContext,
  file: string,
  starts: string,
  ends: string,
): void {
  for (const row of rows(file)) {
    const from = row.cells[starts];
    const to = row.cells[ends];
    if (from && to && to < from) report.error('rule.order', at(file, row, ends), { starts: from, ends: to });
  }
}

/** Reports every value of a column that is in an earlier row too. */
export function checkUniqueColumn({ rows, at, report }: RuleContext, file: string, column: string): void {
  const first = new Map<string, number>();
  for (const row of rows(file)) {
    const value = row.cells[column];
    if (!value) continue;
    const before = first.get(value);
    if (before === undefined) first.set(value, row.row);
    else report.error('value.twice', at(file, row, column), { value, first: before });
  }
}

/** The values of some columns as one key. */
export function joinKeyColumns(row: ImportRow, ...columns: string[]): string {
  return columns.map((column) => row.cells[column] ?? '').join('\u001f');
}

/** Calendar year of a year as it is stored. */
export function toCalendarYear(stored: string | null | undefined): number {
  return 2000 + Number(stored ?? 0);
}
