import { type Recipe, recipeSchema } from '@bilim/contract/recipe.ts';
import { Value } from 'typebox/value';
import { formatCsv } from '../core/csv.ts';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { applyListRecipe, listFilledTables, listReferencedTables } from './recipe-list.ts';
import { KnownRowIndex } from './recipe-lookup.ts';
import { applyMatrixRecipe } from './recipe-matrix.ts';
import { type CellsByTable, type RowCells, readPortalCellsByTable } from './recipe-portal-rows.ts';
import type { ParsedSheets, RecipeSheet } from './recipe-sheets.ts';
import { findOwnTable } from './recipe-tables.ts';
import { joinRowKey, type OutputRow, type RecipeWorkspace } from './recipe-workspace.ts';
import { createImportReport, type ImportFault } from './report.ts';
import { scopeTable } from './scope.ts';
import { importTables, requireTable } from './tables.ts';

/** What became of foreign sheets. */
export interface RecipeResult {
  /** Tables of the importer as CSV, by the names of their files; empty when there are faults. */
  readonly folder: ReadonlyMap<string, string>;
  /** Rows of each table, those included that the portal holds already and the sheets do not speak of. */
  readonly rows: ReadonlyMap<string, number>;
  /** What is wrong, by the foreign file, row and column. */
  readonly faults: readonly ImportFault[];
  /** How many rows that are. */
  readonly faultCount: number;
  /** What should be looked at and stops nothing. */
  readonly remarks: readonly ImportFault[];
  /** The same problem of the importer by the foreign file, row and column. */
  readonly toForeign: (problem: ImportFault) => ImportFault;
}

export interface RecipeContext {
  readonly language: Language;
  /** The university's day, YYYY-MM-DD. */
  readonly today: string;
  /** Equal problems are reported as one. */
  readonly asGroups?: boolean;
}

const ofLists = [
  'groups',
  'faculties',
  'specialities',
  'education_forms',
  'students',
  'teachers',
  'memberships',
  'academic_years',
];
const ofMatrices = [
  ...['academic_years', 'terms', 'calendar', 'semesters', 'pair_slots', 'groups', 'disciplines', 'class_types'],
  ...['teachers', 'buildings', 'auditoriums', 'plan', 'group_load', 'lessons', 'lesson_groups'],
];

/** Makes tables of the importer from foreign sheets. Nothing is written; what the sheets name is looked for in the portal. */
export async function applyRecipe(
  sheets: ParsedSheets,
  recipe: Recipe,
  sql: Db,
  context: RecipeContext,
): Promise<RecipeResult> {
  return applyRecipeToCells(sheets, recipe, await readCellsForRecipe(recipe, sql), context);
}

/** What the portal holds of the tables that sheets of a recipe may name. */
export async function readCellsForRecipe(recipe: Recipe, sql: Db): Promise<CellsByTable> {
  const needed =
    recipe.kind === 'matrix' ? ofMatrices : [...ofLists, ...listReferencedTables(recipe), ...listFilledTables(recipe)];
  return await readPortalCellsByTable(sql, [...new Set(needed)]);
}

/** The same with what the portal holds already read, for a process that has no database. */
export function applyRecipeToCells(
  { sheets, problems }: ParsedSheets,
  recipe: Recipe,
  cells: CellsByTable,
  { language, today, asGroups = false }: RecipeContext,
): RecipeResult {
  const report = createImportReport(language, asGroups);
  for (const { warning, code, values, ...place } of problems)
    report[warning ? 'warning' : 'error'](code, place, values);
  const known = new KnownRowIndex(cells);
  const work: RecipeWorkspace = { known, report, language, today, out: new Map(), beside: new Map() };
  takeTables(sheets, work);
  const foreign = sheets.filter((sheet) => !findOwnTable(sheet));
  if (foreign.length > 0) {
    if (recipe.kind === 'matrix') applyMatrixRecipe(recipe, foreign, work);
    else applyListRecipe(recipe, foreign, work);
    if (recipe.kind === 'list' && recipe.covers === 'part') coverPart(work);
  } else if (report.errorCount() === 0) report.error('recipe.noSheets');
  const errors = report.problems.filter(({ warning }) => !warning);
  return {
    folder: errors.length > 0 ? new Map() : written(work.out),
    rows: new Map([...work.out].map(([file, rows]) => [file, rows.length])),
    faults: errors,
    faultCount: report.errorCount(),
    remarks: report.problems.filter(({ warning }) => warning),
    toForeign: (problem) => foreignPlace(problem, work.out),
  };
}

/** A recipe as it was stored or handed in; null: it is none, or names a table or column that does not exist. */
export function parseStoredRecipe(text: string): Recipe | null {
  let recipe: unknown;
  try {
    recipe = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Value.Check(recipeSchema, recipe)) return null;
  const targets = recipe.kind === 'list' ? recipe.columns.map(({ to }) => to) : [];
  const isThere = (to: string) => {
    const [table = '', name = ''] = to.split('.');
    if (table === 'find') return ['faculty', 'education_form'].includes(name);
    return importTables
      .find(({ file }) => file === table)
      ?.columns.some((column) => column.name === name && column.is.a !== 'password');
  };
  return targets.every(isThere) ? recipe : null;
}

/** Tables that lie beside the foreign sheets go along as they are, and what they hold is found by its names. */
function takeTables(sheets: readonly RecipeSheet[], work: RecipeWorkspace): void {
  for (const sheet of sheets) {
    const name = findOwnTable(sheet);
    const [headings = [], ...lines] = name ? sheet.cells : [];
    if (!name) continue;
    const places = work.beside.get(name) ?? new Map<string, number>();
    work.beside.set(name, places);
    const columns = headings.map((heading) => heading.toLowerCase());
    lines.forEach((line, index) => {
      if (line.every((text) => text === '')) return;
      const cells: RowCells = Object.fromEntries(columns.map((column, place) => [column, line[place] ?? '']));
      if (name === 'groups') cells.code ||= cells.name ?? '';
      work.known.add(name, cells);
      const rows = work.out.get(name) ?? [];
      work.out.set(name, rows);
      const own = Object.fromEntries(columns.map((column) => [column, column]));
      const key = joinRowKey(name, cells);
      if (!places.has(key)) places.set(key, rows.length);
      rows.push({ cells, origin: { file: sheet.place, row: index + 2, columns: own } });
    });
  }
}

/** A scope in which no table that a list fills can lose a row. */
function coverPart({ known, out }: RecipeWorkspace): void {
  const year = known.rows('academic_years').at(0)?.year ?? '';
  const faculty = known.rows('faculties').at(0)?.code ?? '';
  out.set('scope', [{ cells: { year, term: '1', faculty }, origin: null }]);
}

function written(out: ReadonlyMap<string, readonly OutputRow[]>): Map<string, string> {
  const folder = new Map<string, string>();
  for (const [file, rows] of out) {
    const table = file === 'scope' ? scopeTable : requireTable(file);
    const used = table.columns.filter(
      ({ name, optional, is }) => is.a !== 'password' && (!optional || rows.some(({ cells }) => cells[name])),
    );
    const names = used.map(({ name }) => name);
    folder.set(`${file}.csv`, formatCsv([names, ...rows.map(({ cells }) => names.map((name) => cells[name] ?? ''))]));
  }
  return folder;
}

/** A problem that the importer found in a table that was made, where the foreign sheet has it. */
function foreignPlace(problem: ImportFault, out: ReadonlyMap<string, readonly OutputRow[]>): ImportFault {
  const file = problem.file.replace(/\.csv$/, '');
  const origin = problem.row === null ? null : out.get(file)?.[problem.row - 2]?.origin;
  if (!origin) return problem;
  const columns = (problem.column ?? '').split(', ').flatMap((name) => origin.columns[name] || []);
  return { ...problem, file: origin.file, row: origin.row, column: [...new Set(columns)].join(', ') || problem.column };
}
