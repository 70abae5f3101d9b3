import type { CheckedFile, CheckedFileFault } from './jobs.ts';
import { type RawFile, type RawFolder, tableNameFromFile } from './read.ts';
import type { ImportFault } from './report.ts';
import { importTables } from './tables.ts';

/** Cells of a row that are shown beside the wrong one. */
const shownCells = 5;
const longestCell = 40;
/** Faults whose rows are shown. */
const shownRows = 200;
/** What is never kept. */
const secret = 'password';

/** Faults as they are kept: equal ones together, each with its row and the one before. */
export function groupFaults(problems: readonly ImportFault[], raw: RawFolder): CheckedFileFault[] {
  const groups = new Map<string, CheckedFileFault>();
  const files = new Map([...raw.files.values()].map((file) => [file.name, file]));
  const ordered = [...problems.filter((one) => !one.warning), ...problems.filter((one) => one.warning)];
  for (const { code, warning, file, row, column, values: givenValues } of ordered) {
    const values = column === secret ? {} : givenValues;
    const key = JSON.stringify([code, file, column, values]);
    const known = groups.get(key);
    if (known) {
      known.more += 1;
      if (row !== null) known.rows.push(row);
    } else {
      const own = row !== null && groups.size < shownRows ? files.get(file) : undefined;
      const shown = own && row !== null ? rowsOf(own, row, column) : { headings: [], lines: [] };
      groups.set(key, { code, warning, file, row, column, values, more: 0, rows: row === null ? [] : [row], ...shown });
    }
  }
  return [...groups.values()];
}

/** The row with the one before, cut to the wrong cell and some that name it. */
function rowsOf({ headings, rows }: RawFile, row: number, column: string | null) {
  const first = column?.split(', ')[0];
  const wrong = first === undefined ? -1 : headings.indexOf(first);
  const own = headings.map((_, place) => place).filter((place) => headings[place] !== secret);
  const others = own.filter((place) => place !== wrong).slice(0, wrong < 0 ? shownCells : shownCells - 1);
  const places = wrong < 0 ? others : [...others, wrong].sort((a, b) => a - b);
  const cellsOf = (number: number) => places.map((place) => (rows[number - 2]?.[place] ?? '').slice(0, longestCell));
  const lines = [row - 1, row]
    .filter((number) => rows[number - 2])
    .map((number) => ({ row: number, cells: cellsOf(number) }));
  return { headings: places.map((place) => headings[place] ?? ''), lines };
}

/** The files of a folder with how much is wrong in each. */
export function countFaultsByFile(problems: readonly ImportFault[], raw: RawFolder): CheckedFile[] {
  const known = [...raw.files].map(([table, { name, rows }]) => ({ table, file: name, rows: rows.length }));
  const names = new Set(known.map(({ file }) => file));
  const isTable = (name: string) => importTables.some(({ file }) => file === tableNameFromFile(name));
  const others = [...new Set(problems.map(({ file }) => file))].filter((name) => name && !names.has(name));
  const all = [
    ...known,
    ...others.map((file) => ({ table: isTable(file) ? tableNameFromFile(file) : null, file, rows: 0 })),
  ];
  const count = (name: string, warning: boolean) =>
    problems.filter((one) => one.file === name && one.warning === warning).length;
  return all.map((one) => ({ ...one, faults: count(one.file, false), warnings: count(one.file, true) }));
}
