import writeExcelFile from 'write-excel-file/browser';
import { escapeFormula } from '../../core/escapeFormula.ts';
import { findGroupHeadings } from './formatters.ts';
import { computeRowTotals } from './journal.model.ts';
import { toDisplayedTotals } from './journal.totals.ts';
import type { JournalTable } from './useJournalTable.ts';

export interface TableHeading {
  readonly discipline: string;
  readonly group: string;
  readonly type: string;
  readonly teacher: string;
}

interface Words {
  readonly student: string;
  readonly absences: string;
  readonly sum: string;
  readonly average: string;
  readonly mean: string;
  readonly present: string;
  readonly class: (number: number) => string;
}

/** The table as shown, row by row: heading, dates, students with signs and totals. */
export function buildJournalTableCells(
  sheet: JournalTable,
  heading: TableHeading,
  words: Words,
): (string | number | null)[][] {
  const { students, columns } = sheet;
  const head = columns.map(({ day, times }) => {
    const date = `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
    return times > 1 ? `${date}, ${words.class(times)}` : date;
  });
  const heads = findGroupHeadings(students, sheet);
  const rows = students.flatMap((student, place) => {
    const signs = columns.map((column) => sheet.at(student, column).sign);
    const totals = computeRowTotals(student, columns, sheet.store.row(student.id).get());
    const row = [
      escapeFormula(student.name),
      ...signs.map(
        (sign) =>
          sign.otsenka_ball ?? (sign.otsenka === null ? (sign.isVisited ? '✓' : null) : escapeFormula(sign.otsenka)),
      ),
      totals.absences,
      toDisplayedTotals(totals).sum,
      toDisplayedTotals(totals).average,
      totals.mean,
    ];
    const head = heads.get(place);
    return head === undefined ? [row] : [[escapeFormula(head)], row];
  });
  return [
    [escapeFormula(`${heading.discipline} · ${heading.group} · ${heading.type}`)],
    [escapeFormula(heading.teacher)],
    [],
    [words.student, ...head, words.absences, words.sum, words.average, words.mean],
    ...rows,
  ];
}

/** Hands the table over as an XLSX file. */
export async function downloadJournalTable(sheet: JournalTable, heading: TableHeading, words: Words): Promise<void> {
  const cells = buildJournalTableCells(sheet, heading, words);
  const data = cells.map((row, at) =>
    row.map((value) => (value === null ? null : { value, ...(at < 4 && { fontWeight: 'bold' as const }) })),
  );
  const columns = [
    { width: 34 },
    ...sheet.columns.map(() => ({ width: 11 })),
    ...[9, 9, 9, 14].map((width) => ({ width })),
  ];
  const name = `${heading.group} ${heading.discipline}`.replace(/[\\/:*?"<>|]/g, ' ').slice(0, 80);
  await writeExcelFile(data, { columns, stickyColumnsCount: 1, stickyRowsCount: 4 }).toFile(`${name}.xlsx`);
}
