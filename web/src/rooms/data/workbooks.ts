import writeExcelFile from 'write-excel-file/browser';

/** A text that a spreadsheet does not take for a formula, whoever wrote it. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

type Cells = readonly (readonly (string | number | null)[])[];

const rowsOf = (cells: Cells) =>
  cells.map((row, at) =>
    row.map((value) =>
      value === null || value === ''
        ? null
        : {
            value: typeof value === 'string' ? harmless(value) : value,
            ...(at === 0 && { fontWeight: 'bold' as const }),
          },
    ),
  );

/** The cells of a small CSV of ours: separated by commas, quoted where needed. */
function cellsOf(text: string): string[][] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter(Boolean);
  const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
  return lines.map((line) =>
    [...line.matchAll(cell)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
  );
}

/** Hands the examples over as one workbook with a sheet a table. */
export async function downloadSampleWorkbook(
  tables: readonly { table: string; text: string }[],
  name: string,
): Promise<void> {
  const sheets = tables.map(({ table, text }) => ({ data: rowsOf(cellsOf(text)), sheet: table }));
  await writeExcelFile(sheets).toFile(`${name}.xlsx`);
}

/** Hands a list of faults over. */
export async function downloadFaultWorkbook(cells: Cells, name: string): Promise<void> {
  const columns = [14, 26, 9, 18, 90].map((width) => ({ width }));
  await writeExcelFile(rowsOf(cells), { columns, stickyRowsCount: 1 }).toFile(`${name}.xlsx`);
}
