import { zipSync } from 'fflate';
import type { Cell } from 'write-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { type RawFile, readFolder, tableNameFromFile } from './read.ts';
import { createImportReport } from './report.ts';
import { buildCellNotes, type CellNote } from './sheet-notes.ts';

/** What is wrong in a folder, said in somebody's language. */
export interface CellFault {
  readonly file: string;
  /** All rows that it is in, as a spreadsheet numbers them; none: the headings. */
  readonly rows: readonly number[];
  readonly column: string | null;
  readonly text: string;
}

/** A file that is handed to a person. */
export interface AnnotatedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const zip = 'application/zip';
/** Colour of wrong cells. */
const background = '#F9D9DC';
/** The column whose cells are left empty: nobody is given passwords. */
const secret = 'password';
const longestSheetName = 31;

/** The workbook in which a table lies, and its sheet there: a file is one by itself. */
function placeOf({ name }: RawFile): { book: string; sheet: string } {
  const [book = '', sheet] = name.split('/');
  return { book: tableNameFromFile(book), sheet: sheet ?? tableNameFromFile(book) };
}

/**
 * The files of a folder that are wrong, as workbooks under the same names, each remark a note at its cell: what is mended
 * in them may be handed in again as it is. Several come as one ZIP; null: no remark is about a table that can be read.
 */
export async function annotateFaultyFiles(
  folder: string,
  remarks: readonly CellFault[],
): Promise<AnnotatedFile | null> {
  const raw = await readFolder(folder, createImportReport('ru'));
  const books = Map.groupBy(raw.files.values(), (file) => placeOf(file).book);
  const wrong = new Set(remarks.map(({ file }) => file));
  const files: { name: string; content: Uint8Array }[] = [];
  for (const [book, tables] of books)
    if (tables.some(({ name }) => wrong.has(name)))
      files.push({ name: `${book}.xlsx`, content: await workbookOf(tables, remarks) });
  const [first, ...others] = files;
  if (!first) return null;
  if (!others.length) return { ...first, type: xlsx };
  const content = zipSync(Object.fromEntries(files.map((file) => [file.name, file.content])), { level: 0 });
  return { name: 'errors.zip', type: zip, content };
}

async function workbookOf(tables: readonly RawFile[], remarks: readonly CellFault[]): Promise<Uint8Array> {
  const notes = tables.map((table) =>
    notesOf(
      table,
      remarks.filter(({ file }) => file === table.name),
    ),
  );
  const sheets = tables.map((table, place) => ({
    sheet: placeOf(table).sheet.slice(0, longestSheetName),
    data: cellsOf(table, notes[place] ?? []),
    stickyRowsCount: 1,
  }));
  return await writeExcelFile(sheets, { features: [buildCellNotes(notes)] }).toBuffer();
}

/** One note a cell, whatever is wrong with it; a remark without a column is at the row's first cell. */
function notesOf({ headings }: RawFile, remarks: readonly CellFault[]): CellNote[] {
  const texts = new Map<string, { row: number; column: number; texts: string[] }>();
  for (const { rows, column, text } of remarks) {
    const columns = (column?.split(', ') ?? []).map((one) => headings.indexOf(one)).filter((place) => place >= 0);
    for (const row of rows.length ? rows : [1])
      for (const place of columns.length ? columns : [0]) {
        const key = `${row} ${place}`;
        const known = texts.get(key) ?? { row: row - 1, column: place, texts: [] };
        texts.set(key, { ...known, texts: [...known.texts, text] });
      }
  }
  const notes = [...texts.values()].map((one) => ({ ...one, text: one.texts.join('\n') }));
  return notes.sort((a, b) => a.row - b.row || a.column - b.column);
}

/** All cells as the importer has read them, the wrong ones coloured. */
function cellsOf({ headings, rows }: RawFile, notes: readonly CellNote[]): (Cell | null)[][] {
  const wrong = new Set(notes.map(({ row, column }) => `${row} ${column}`));
  const hidden = headings.indexOf(secret);
  return [headings, ...rows].map((cells, row) =>
    Array.from({ length: Math.max(cells.length, headings.length) }, (_, column): Cell | null => {
      const isWrong = wrong.has(`${row} ${column}`);
      const value = row > 0 && column === hidden ? '' : (cells[column] ?? '');
      if (!value && !isWrong) return null;
      return {
        value: value || undefined,
        type: String,
        ...(row === 0 && { fontWeight: 'bold' as const }),
        ...(isWrong && { backgroundColor: background }),
      };
    }),
  );
}
