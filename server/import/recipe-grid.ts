import { foldHeading } from '@bilim/contract/texts.ts';
import type { KnownRowIndex } from './recipe-lookup.ts';
import type { RecipeSheet } from './recipe-sheets.ts';
import { type RecipeWorkspace, reportUnknownValue } from './recipe-workspace.ts';
import { fillMergedCells, type MergedCellRange, toCellAddress } from './workbook.ts';

/** Which groups head a column of a timetable, and which part of them. */
export interface GroupColumn {
  readonly groups: readonly string[];
  /** 1, 2 ... where the group has several columns, otherwise 0. */
  readonly part: number;
}

/** A row of a timetable: its day, its class and which half of it. */
export interface SlotRow {
  readonly day: number;
  readonly slot: string;
  /** Place among the rows of the same class, and how many those are. */
  readonly half: number;
  readonly halves: number;
}

export interface TimetableGrid {
  readonly columns: ReadonlyMap<number, GroupColumn>;
  readonly rows: ReadonlyMap<number, SlotRow>;
  /** The text of each cell that begins in the grid, with what it spans. */
  readonly blocks: readonly { readonly text: string; readonly span: MergedCellRange }[];
}

const searchedRows = 60;
const weekdays = [
  ['пн', 'понедельник', 'дүйшөмбү', 'mon', 'monday'],
  ['вт', 'вторник', 'шейшемби', 'tue', 'tuesday'],
  ['ср', 'среда', 'шаршемби', 'wed', 'wednesday'],
  ['чт', 'четверг', 'бейшемби', 'thu', 'thursday'],
  ['пт', 'пятница', 'жума', 'fri', 'friday'],
  ['сб', 'суббота', 'ишемби', 'sat', 'saturday'],
  ['вс', 'воскресенье', 'жекшемби', 'sun', 'sunday'],
].map((names) => names.map(foldHeading));
const roman = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
/** Headings of columns that hold no classes. */
const notGroups = new Set(
  [
    'день',
    'дни',
    'день недели',
    'дни недели',
    'пара',
    'пары',
    'п',
    'время',
    'часы',
    'часы занятий',
    'ауд',
    'аудитория',
  ].map(foldHeading),
);

/** Finds groups, days and classes of a timetable; null, and reported: it is none. */
export function readTimetableGrid(
  sheet: RecipeSheet,
  words: Readonly<Record<string, string>>,
  headerRow: number | null,
  work: RecipeWorkspace,
): TimetableGrid | null {
  const cells = fillMergedCells(sheet);
  const head = findGroups(cells, words, headerRow, work.known);
  if (head === null) {
    work.report.error('recipe.noGroupRow', { file: sheet.place });
    return null;
  }
  const columns = groupColumns(sheet, cells, head, words, work);
  const firstColumn = Math.min(...columns.keys());
  const rows = slotRows(cells, head, firstColumn, work.known);
  if (rows.size === 0) {
    work.report.error('recipe.noSlots', { file: sheet.place });
    return null;
  }
  return { columns, rows, blocks: blocksOf(sheet, columns, rows) };
}

/** The groups that a heading names, one or several. */
function groupsOf(text: string, words: Readonly<Record<string, string>>, known: KnownRowIndex): (string | null)[] {
  const whole = known.find('groups', words[text] ?? text);
  if ('key' in whole) return [whole.key];
  const parts = text.split(/[,;+\n]|\s\/\s/u).map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const found = known.find('groups', words[part] ?? part);
    return 'key' in found ? found.key : null;
  });
}

function findGroups(
  cells: string[][],
  words: Readonly<Record<string, string>>,
  wanted: number | null,
  known: KnownRowIndex,
): number | null {
  let best = { row: null as number | null, count: 0 };
  const rows = wanted === null ? cells.slice(0, searchedRows).keys() : [wanted - 1];
  for (const row of rows) {
    const texts = new Set(cells[row]?.filter(Boolean));
    const count = [...texts].filter((text) => groupsOf(text, words, known).some((key) => key !== null)).length;
    if (count > best.count) best = { row, count };
  }
  return best.row;
}

function groupColumns(
  { place, merges }: RecipeSheet,
  cells: string[][],
  head: number,
  words: Readonly<Record<string, string>>,
  work: RecipeWorkspace,
): Map<number, GroupColumn> {
  const columns = new Map<number, GroupColumn>();
  const texts = cells[head] ?? [];
  const isHeading = (text: string) => groupsOf(text, words, work.known).some((key) => key !== null);
  const first = texts.findIndex((text) => text !== '' && isHeading(text));
  for (let column = first; column < texts.length; ) {
    const text = texts[column] ?? '';
    const merge = merges.find(({ top, left, bottom }) => left === column && top <= head && head <= bottom);
    const last = merge?.right ?? column;
    if (text !== '' && !notGroups.has(foldHeading(text))) {
      const groups = groupsOf(text, words, work.known);
      if (groups.includes(null)) {
        const at = { file: place, row: head + 1, column: toCellAddress(head, column) };
        reportUnknownValue(work, 'recipe.noGroup', at, text, work.known.similar('groups', text));
      }
      const known = groups.filter((key) => key !== null);
      for (let own = column; own <= last && known.length > 0; own++)
        columns.set(own, { groups: known, part: last > column ? own - column + 1 : 0 });
    }
    column = last + 1;
  }
  return columns;
}

const dayOf = (text: string): number | null => {
  const folded = foldHeading(text).replaceAll(' ', '');
  const place = weekdays.findIndex((names) =>
    names.some((name) => folded === name || (name.length > 3 && folded.startsWith(name))),
  );
  return place < 0 ? null : place + 1;
};

/** The label of a class of a day: «1», «2-я пара», «III». */
export const classLabel = /^([1-9]\d?|[ivx]+)\s*-?\s*(?:пара|я|ая|-я пара|саб|сабак)?\.?$/iu;

/** The class that a label names: a number, also a Roman one, or when it begins. */
function slotOf(text: string, known: KnownRowIndex): string | null {
  const [clock] = /\d{1,2}[:.]\d\d/.exec(text) ?? [];
  if (clock) {
    const begins = clock.replace('.', ':').padStart(5, '0');
    return known.rows('pair_slots').find(({ starts_at: starts }) => starts?.startsWith(begins))?.slot ?? null;
  }
  const word = classLabel.exec(text.replaceAll('х', 'x').replaceAll('Х', 'X'))?.[1];
  if (!word) return null;
  const number = /^\d/.test(word) ? Number(word) : roman.indexOf(word.toLowerCase()) + 1;
  return known.rows('pair_slots').some(({ slot }) => slot === String(number)) ? String(number) : null;
}

function slotRows(cells: string[][], head: number, firstColumn: number, known: KnownRowIndex): Map<number, SlotRow> {
  const side = [...Array(firstColumn).keys()];
  const below = cells.slice(head + 1);
  const hits = (column: number, read: (text: string) => unknown) =>
    below.filter((row) => (row[column] ?? '') !== '' && read(row[column] ?? '') !== null).length;
  const most = (read: (text: string) => unknown, but = -1) =>
    side
      .filter((column) => column !== but && hits(column, read) > 0)
      .sort((a, b) => hits(b, read) - hits(a, read))[0] ?? -1;
  const dayColumn = most(dayOf);
  const slotColumn = most((text) => slotOf(text, known), dayColumn);
  const found: { row: number; day: number; slot: string }[] = [];
  let [day, slot] = [null as number | null, null as string | null];
  below.forEach((texts, index) => {
    const newDay = dayOf(texts[dayColumn] ?? '');
    if (newDay !== null && newDay !== day) [day, slot] = [newDay, null];
    const label = texts[slotColumn] ?? '';
    if (label !== '') slot = slotOf(label, known);
    if (day !== null && slot !== null) found.push({ row: head + 1 + index, day, slot });
  });
  const rows = new Map<number, SlotRow>();
  for (const { row, day: own, slot: ownSlot } of found) {
    const same = found.filter((other) => other.day === own && other.slot === ownSlot);
    const half = same.findIndex((other) => other.row === row);
    rows.set(row, { day: own, slot: ownSlot, half, halves: same.length });
  }
  return rows;
}

function blocksOf(
  { cells, merges }: RecipeSheet,
  columns: TimetableGrid['columns'],
  rows: TimetableGrid['rows'],
): TimetableGrid['blocks'] {
  const spans = new Map(merges.map((merge) => [`${merge.top} ${merge.left}`, merge]));
  const blocks: { text: string; span: MergedCellRange }[] = [];
  for (const row of rows.keys())
    for (const column of columns.keys()) {
      const text = cells[row]?.[column] ?? '';
      if (/^[\s\-–—]*$/u.test(text)) continue;
      blocks.push({
        text,
        span: spans.get(`${row} ${column}`) ?? { top: row, left: column, bottom: row, right: column },
      });
    }
  return blocks;
}
