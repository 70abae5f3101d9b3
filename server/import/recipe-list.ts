import type { ColumnMapping, ListRecipe } from '@bilim/contract/recipe.ts';
import { foldHeading } from '@bilim/contract/texts.ts';
import { convertCell, toLatinKey } from './recipe-cells.ts';
import { resolveGroups } from './recipe-groups.ts';
import type { KnownRowIndex, LookupResult } from './recipe-lookup.ts';
import { addMemberships, assignPersonKeys } from './recipe-people.ts';
import type { RowCells } from './recipe-portal-rows.ts';
import type { MappedSheetRow } from './recipe-row.ts';
import type { RecipeSheet } from './recipe-sheets.ts';
import { addOutputRow, type RecipeWorkspace, reportUnknownValue } from './recipe-workspace.ts';
import { requireColumn, requireTable } from './tables.ts';
import { fillMergedCells, toColumnLetters } from './workbook.ts';

const searchedRows = 40;

/** Makes rows of tables from the sheets that have the recipe's headings. */
export function applyListRecipe(recipe: ListRecipe, sheets: readonly RecipeSheet[], work: RecipeWorkspace): void {
  const wanted = sheets.filter(({ sheet }) => !recipe.sheet || sheet === recipe.sheet);
  const fitting = wanted.flatMap((sheet) => {
    const heading = findHeadingRow(recipe, sheet);
    return heading ? [{ sheet, heading }] : [];
  });
  reportUnfitting(recipe, sheets, new Set(fitting.map(({ sheet }) => sheet)), work);
  if (fitting.length === 0) return;
  const missing = fitting.map(({ sheet, heading }) => reportMissingColumns(recipe, sheet, heading, work));
  // Without a column that is needed every row would have faults of its own.
  if (missing.some((count) => count > 0)) return;
  const lines = fitting.flatMap(({ sheet, heading }) => readLines(recipe, sheet, heading, work));
  resolveLinks(recipe, lines, work);
  resolveGroups(recipe, lines, work);
  assignPersonKeys(recipe, lines, work);
  completeCodes(lines, work);
  fillLinks(lines);
  for (const file of listFilledTables(recipe)) if (file !== 'groups' && file !== 'memberships') emit(file, lines, work);
  addMemberships(lines, work);
}

/** A file of which no sheet has the recipe's headings stops the check; a further sheet of a workbook is left out and named. */
function reportUnfitting(
  recipe: ListRecipe,
  sheets: readonly RecipeSheet[],
  fitting: ReadonlySet<RecipeSheet>,
  { report }: RecipeWorkspace,
): void {
  const headings = recipe.columns.flatMap(({ from }) => from.slice(0, 1));
  const values = { list: headings.map((one) => `«${one}»`).join(', ') };
  const files = new Set([...fitting].map(({ file }) => file));
  for (const { place, file, sheet } of sheets.filter((one) => !fitting.has(one))) {
    if (!files.has(file)) report.error('recipe.noHeadings', { file: place }, values);
    else if (!recipe.sheet || sheet === recipe.sheet) report.warning('recipe.noHeadings', { file: place }, values);
    files.add(file);
  }
}

/** Tables that a recipe fills; what only helps to find things is none. */
export const listFilledTables = (recipe: ListRecipe): string[] => [
  ...new Set(recipe.columns.map(({ to }) => to.split('.')[0] ?? '').filter((table) => table !== 'find')),
];

export interface MappedHeadingRow {
  /** Row of the headings, from 0. */
  readonly row: number;
  /** Column of the sheet of each mapping that is in it. */
  readonly places: ReadonlyMap<ColumnMapping, number>;
}

/** The row of a sheet that holds most of the recipe's headings; null: it has less than half of them. */
export function findHeadingRow(recipe: ListRecipe, sheet: RecipeSheet): MappedHeadingRow | null {
  const cells = fillMergedCells(sheet);
  const mapped = recipe.columns.filter(({ from, how }) => from.length > 0 && how !== 'constant');
  let best: MappedHeadingRow | null = null;
  const rows = recipe.headerRow ? [recipe.headerRow - 1] : cells.slice(0, searchedRows).keys();
  for (const row of rows) {
    const headings = (cells[row] ?? []).map(foldHeading);
    const places = new Map<ColumnMapping, number>();
    for (const mapping of mapped) {
      const place = mapping.from.map((one) => headings.indexOf(foldHeading(one))).find((found) => found >= 0);
      if (place !== undefined) places.set(mapping, place);
    }
    if (places.size > (best?.places.size ?? 0)) best = { row, places };
  }
  const must = new Set(mapped.filter(isNeeded).map(({ to }) => to));
  const filled = new Set([...(best?.places.keys() ?? [])].flatMap(filledBy));
  const has = [...must].filter((to) => filled.has(to));
  return best && has.length * 2 >= must.size ? best : null;
}

/** Whether a sheet without this column is of no use; keys and first days are found or made where a sheet has none. */
function isNeeded({ to }: ColumnMapping): boolean {
  const [table = '', name = ''] = to.split('.');
  if (table === 'find' || table === 'groups' || name === 'code' || to === 'memberships.starts_on') return false;
  return !requireColumn(requireTable(table), name).optional;
}

/** Columns of tables that a mapping fills. */
const filledBy = ({ to, how }: ColumnMapping): string[] =>
  how === 'fullName' ? ['surname', 'name'].map((name) => `${to.split('.')[0]}.${name}`) : [to];

/** What a list of students is of no use without, as it is called when nobody has said which column it is. */
const neededOfStudents: Readonly<Record<string, string>> = {
  'students.number': 'Номер зачётной книжки',
  'students.surname': 'Фамилия',
  'students.name': 'Имя',
};

/** Reports the columns that are needed and that the sheet does not have, or nobody has named; gives how many they are. */
function reportMissingColumns(
  recipe: ListRecipe,
  sheet: RecipeSheet,
  { row, places }: MappedHeadingRow,
  { report }: RecipeWorkspace,
): number {
  const constant = recipe.columns.filter(({ how }) => how === 'constant').map(({ to }) => to);
  const present = new Set([...constant, ...[...places.keys()].flatMap(filledBy)]);
  const needed = new Map(recipe.columns.filter(isNeeded).map(({ to, from }) => [to, from[0] ?? '']));
  if (listFilledTables(recipe).includes('students'))
    for (const [to, heading] of Object.entries(neededOfStudents)) if (!needed.has(to)) needed.set(to, heading);
  const missing = [...needed].filter(([to]) => !present.has(to));
  for (const [, value] of missing) report.error('recipe.noHeading', { file: sheet.place, row: row + 1 }, { value });
  return missing.length;
}

function readLines(
  recipe: ListRecipe,
  sheet: RecipeSheet,
  { row: head, places }: MappedHeadingRow,
  work: RecipeWorkspace,
): MappedSheetRow[] {
  const { report } = work;
  const cells = fillMergedCells(sheet);
  const headings = cells[head] ?? [];
  const nameOf = (mapping: ColumnMapping) => {
    const place = places.get(mapping);
    return place === undefined ? (mapping.from[0] ?? '') : headings[place] || toColumnLetters(place);
  };
  // Sheets laid out otherwise may fill the same column from another heading: the one that stands here is named.
  const inOrder = recipe.columns.toSorted((a, b) => Number(places.has(a)) - Number(places.has(b)));
  const columns = Object.fromEntries(inOrder.map((mapping) => [mapping.to, nameOf(mapping)]));
  const needed = [...places].filter(([mapping]) => isNeeded(mapping)).map(([, place]) => place);
  const lines: MappedSheetRow[] = [];
  cells.slice(head + 1).forEach((texts, index) => {
    const row = head + index + 2;
    const has = needed.filter((place) => (texts[place] ?? '') !== '').length;
    // Below a heading of two rows and at the end of lists stand numbers of columns, sums and signatures.
    const isNumbering = texts
      .filter(Boolean)
      .every((text, place) => /^\d{1,2}$/.test(text) && Number(text) <= place + 2);
    if (texts.every((text) => text === '') || isNumbering || texts.join() === headings.join()) return;
    if (has * 2 < needed.length || has === 0 || isSum(texts)) {
      report.warning(
        'recipe.rowSkipped',
        { file: sheet.place, row },
        { value: texts.filter(Boolean).join(' ').slice(0, 80) },
      );
      return;
    }
    const line: MappedSheetRow = { origin: { file: sheet.place, row, columns }, tables: new Map(), spoilt: false };
    for (const mapping of recipe.columns) {
      const place = places.get(mapping);
      if (sheet.withoutValue?.has(`${row - 1} ${place}`)) line.spoilt = true;
      else if (place !== undefined || mapping.how === 'constant')
        turnInto(line, mapping, place === undefined ? '' : (texts[place] ?? ''), nameOf(mapping), work);
    }
    lines.push(line);
  });
  return lines;
}

const sumWord = /^(?:итого|всего|жалпы|баары|бардыгы|total)(?!\p{L})/iu;

/** A line that says how many there are: the word for it, and otherwise nothing but figures. */
const isSum = (texts: readonly string[]): boolean =>
  texts.some((text) => sumWord.test(text)) &&
  texts.every((text) => text === '' || sumWord.test(text) || /^[\d\s.,%]+$/.test(text));

function turnInto(
  line: MappedSheetRow,
  mapping: ColumnMapping,
  text: string,
  heading: string,
  { report }: RecipeWorkspace,
): void {
  const [table = '', column = ''] = mapping.to.split('.');
  const { file, row } = line.origin;
  const turned = convertCell(mapping, column, text);
  if ('wrong' in turned) {
    line.spoilt = true;
    report.error(turned.wrong, { file, row, column: heading }, { value: text.slice(0, 60) });
    return;
  }
  const cells = line.tables.get(table) ?? {};
  line.tables.set(table, { ...cells, ...turned.cells });
  if (text === '' && mapping.how !== 'constant' && isNeeded(mapping)) {
    line.spoilt = true;
    report.error('cell.required', { file, row, column: heading });
  }
}

/** Gives every cell that names something its key: by key or by any of its names, in the portal or in the folder. */
function resolveLinks(recipe: ListRecipe, lines: readonly MappedSheetRow[], work: RecipeWorkspace): void {
  const order = ['find', ...listFilledTables(recipe)];
  for (const file of order) {
    for (const line of lines) {
      const cells = line.tables.get(file);
      for (const [name, text] of Object.entries(cells ?? {})) {
        const to = file === 'find' ? findTargets[name] : requireColumn(requireTable(file), name).to;
        if (!cells || !to || to === 'people' || text === '') continue;
        if (`${file}.${name}` === 'memberships.group') continue;
        const found = findLinked(line, { table: file, column: name, to, text }, work.known);
        if ('key' in found) cells[name] = found.key;
        else {
          line.spoilt = true;
          const place = {
            file: line.origin.file,
            row: line.origin.row,
            column: line.origin.columns[`${file}.${name}`] ?? name,
          };
          if ('several' in found)
            work.report.error('recipe.several', place, { value: text, list: found.several.join(', ') });
          else reportUnknownValue(work, 'recipe.unknown', place, text, found.similar);
        }
      }
    }
  }
}

/**
 * What a cell names, among things of one name that of which the other cells of its row speak: a speciality in two forms of
 * education is settled by the form, and by the group where the portal knows it.
 */
function findLinked(
  { tables }: MappedSheetRow,
  cell: { readonly table: string; readonly column: string; readonly to: string; readonly text: string },
  known: KnownRowIndex,
): LookupResult {
  const narrow = { ...tables.get('find'), ...tables.get(cell.table), [cell.column]: '', code: '' };
  const found = known.find(cell.to, cell.text, narrow);
  const group = tables.get('memberships')?.group;
  if (!('several' in found) || cell.to !== 'specialities' || !group) return found;
  const named = known.find('groups', group);
  const code = 'key' in named ? known.byKey('groups', named.key)?.speciality : undefined;
  return code ? known.find(cell.to, cell.text, { ...narrow, code }) : found;
}

const findTargets: Readonly<Record<string, string>> = { faculty: 'faculties', education_form: 'education_forms' };

/** What the columns of a recipe lead to, besides the tables that it fills. */
export function listReferencedTables(recipe: ListRecipe): string[] {
  const named = recipe.columns.flatMap(({ to }) => {
    const [table = '', name = ''] = to.split('.');
    const target = table === 'find' ? findTargets[name] : requireColumn(requireTable(table), name).to;
    return target && target !== 'people' ? [target] : [];
  });
  return [...new Set(named)];
}

/** A thing that came with its name alone gets the key that the portal knows it by, or one made from the name. */
function completeCodes(lines: readonly MappedSheetRow[], { known }: RecipeWorkspace): void {
  const made = new Map<string, string>();
  for (const { tables } of lines)
    for (const [file, cells] of tables) {
      if (file === 'find' || cells.code || !requireTable(file).key.includes('code')) continue;
      const name = cells.name_ru || cells.short || cells.name;
      if (!name || file === 'groups') continue;
      const found = known.find(file, name, cells);
      const base = toLatinKey(name) || 'x';
      const taken = made.get(`${file} ${base}`);
      cells.code = 'key' in found ? found.key : taken && taken !== name ? `${base.slice(0, 46)}-${made.size}` : base;
      made.set(`${file} ${base}`, name);
      if (file === 'faculties' || file === 'departments') cells.short ||= name.slice(0, 50);
    }
}

/** A column that names a thing which the same row of the sheet describes gets that thing's key. */
function fillLinks(lines: readonly MappedSheetRow[]): void {
  for (const { tables } of lines)
    for (const [file, cells] of tables) {
      if (file === 'find') continue;
      for (const { name, to } of requireTable(file).columns) {
        const target = to && to !== 'people' ? tables.get(to) : undefined;
        const key = target?.[requireTable(to ?? file).key[0] ?? ''];
        if (!cells[name] && key) cells[name] = key;
      }
    }
}

/** Puts the rows of one table into the folder, each thing once: who is there twice alike is reported, unlike is an error. */
function emit(file: string, lines: readonly MappedSheetRow[], work: RecipeWorkspace): void {
  const { report } = work;
  const table = requireTable(file);
  const seen = new Map<string, { cells: RowCells; row: number; content: string }>();
  for (const line of lines) {
    const cells = line.tables.get(file);
    if (!cells || table.key.some((name) => !cells[name])) continue;
    const key = table.key.map((name) => cells[name]).join('\u001f');
    const before = seen.get(key);
    const content = JSON.stringify([...line.tables].filter(([name]) => name !== 'find').map(([, own]) => own));
    const { file: place, row, columns } = line.origin;
    if (!before) {
      seen.set(key, { cells, row, content });
      const own = Object.fromEntries(table.columns.map(({ name }) => [name, columns[`${file}.${name}`] ?? '']));
      addOutputRow(work, file, cells, { file: place, row, columns: own });
    } else if (file === 'students' || file === 'teachers') {
      const value = [cells.surname, cells.name, cells.patronymic].filter(Boolean).join(' ');
      if (before.content === content)
        report.warning('recipe.twice', { file: place, row }, { value, first: before.row });
      else report.error('recipe.twiceUnlike', { file: place, row }, { value, first: before.row });
      // The first one holds; the second must not speak of groups any more.
      line.tables.delete('memberships');
      line.spoilt = true;
    } else if (JSON.stringify(before.cells) !== JSON.stringify(cells))
      report.error(
        'recipe.unlike',
        { file: place, row },
        { value: cells.name_ru || cells.name || key, first: before.row },
      );
  }
}
