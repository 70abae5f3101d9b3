import writeExcelFile from 'write-excel-file/browser';
import { escapeFormula } from './escapeFormula.ts';

export type SpreadsheetValue = string | number | null;

/** A table with what it is about. */
export interface SpreadsheetFile {
  readonly title: string;
  /** What the rows are of, a name and a value a line. */
  readonly filters: readonly (readonly SpreadsheetValue[])[];
  readonly columns: readonly { readonly name: string; readonly width: number }[];
  readonly rows: readonly (readonly SpreadsheetValue[])[];
  /** Without its ending. */
  readonly name: string;
}

/** Hands a table over as an XLSX file that says what it is about. */
export async function downloadSpreadsheet({ title, filters, columns, rows, name }: SpreadsheetFile): Promise<void> {
  const head = [[title], ...filters, []];
  const cell = (value: SpreadsheetValue, isBold: boolean) =>
    value === null
      ? null
      : {
          value: typeof value === 'string' ? escapeFormula(value) : value,
          ...(isBold && { fontWeight: 'bold' as const }),
        };
  const data = [
    ...head.map((row, place) => row.map((value) => cell(value, place === 0))),
    columns.map((column) => cell(column.name, true)),
    ...rows.map((row) => row.map((value) => cell(value, false))),
  ];
  const widths = columns.map(({ width }) => ({ width }));
  await writeExcelFile(data, { columns: widths, stickyRowsCount: head.length + 1 }).toFile(`${name}.xlsx`);
}
