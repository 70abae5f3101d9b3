import type { Output } from '@bilim/contract/call.ts';
import { importTableNames } from '@bilim/contract/data-limits.ts';
import type { ColumnMapping, ListRecipe, Recipe } from '@bilim/contract/recipe.ts';
import type { recipes } from '@bilim/contract/recipes.ts';
import { foldHeading } from '@bilim/contract/texts.ts';

export type SheetPreview = Output<typeof recipes.look>[number];
export type RecipeProblem = Output<typeof recipes.apply>[number]['faults'][number];
type MappingTarget = SheetPreview['targets'][number];
type Sheet = SheetPreview['sheets'][number];
type Column = Sheet['columns'][number];

/** A recipe that maps nothing yet. */
export const emptyRecipe: ListRecipe = { kind: 'list', name: 'own', covers: 'part', columns: [] };

/** The sheets whose columns are mapped; the others are tables of the portal. */
export const foreignSheets = ({ sheets }: SheetPreview) => sheets.filter(({ table }) => table === null);

const headingsOf = ({ columns }: Sheet): string[] => columns.map(({ heading }) => foldHeading(heading));

/** Whether every sheet has the headings of one of those before. */
export function hasSameHeadings(looked: SheetPreview, before: SheetPreview): boolean {
  const known = foreignSheets(before).map((sheet) => headingsOf(sheet).join('\n'));
  const own = foreignSheets(looked);
  return own.length > 0 && own.every((sheet) => known.includes(headingsOf(sheet).join('\n')));
}

/** Whether every sheet has all the headings that were mapped in one of those before. */
function hasMappedHeadings(looked: SheetPreview, before: SheetPreview, recipe: Recipe): boolean {
  if (recipe.kind !== 'list') return false;
  const mapped = foreignSheets(before).map(({ columns }) =>
    columns.flatMap(({ heading }) => (findColumnMapping(recipe, heading) ? foldHeading(heading) : [])),
  );
  const own = foreignSheets(looked);
  return (
    own.length > 0 &&
    own.every((sheet) => {
      const headings = new Set(headingsOf(sheet));
      return mapped.some((needed) => needed.length > 0 && needed.every((heading) => headings.has(heading)));
    })
  );
}

/** A corrected sheet comes again: what the person has chosen and answered for the first one holds for it too. */
export function isRecipeKept(looked: SheetPreview, before: SheetPreview | null, recipe: Recipe | null): boolean {
  if (!before || !recipe) return false;
  if (foreignSheets(looked).length === 0 || hasSameHeadings(looked, before)) return true;
  const found = looked.recipe === null ? null : parseRecipe(looked.recipe);
  return found ? found.name === recipe.name && found.kind === recipe.kind : hasMappedHeadings(looked, before, recipe);
}

/** Whether a file is a table of the portal: as it was looked into, else by its name. */
export function isTableFile(name: string, looked: SheetPreview | null): boolean {
  const own = looked?.sheets.filter(({ place }) => place === name || place.startsWith(`${name}/`)) ?? [];
  if (own.length > 0) return own.every(({ table }) => table !== null);
  return importTableNames.some((table) => name.toLowerCase().replace(/(?:\s*\(\d+\))?\.(?:csv|xlsx)$/, '') === table);
}

/** A file's name without the number that a browser adds to what it fetches again. */
const plainName = (name: string): string => name.toLowerCase().replace(/\s*\(\d+\)(?=\.\w+$)/, '');

/**
 * The files with others that were dropped: a sheet of the same name takes the place of the one before, another one that of all
 * sheets; tables stay and come beside it.
 */
export function withDropped(files: readonly File[], dropped: readonly File[], looked: SheetPreview | null): File[] {
  if (dropped.every(({ name }) => isTableFile(name, null)))
    return [...files.filter(({ name }) => dropped.every((one) => one.name !== name)), ...dropped];
  const others = files.filter(({ name }) => dropped.every((one) => plainName(one.name) !== plainName(name)));
  const replaced = files.length - others.length;
  const sheets = dropped.filter(({ name }) => !isTableFile(name, null)).length;
  if (replaced > 0 && replaced >= sheets) return [...others, ...dropped];
  return [...others.filter(({ name }) => isTableFile(name, looked)), ...dropped];
}

/** Which of the recipe's mappings a column of the sheet is read by. */
export const findColumnMapping = (recipe: ListRecipe, heading: string): ColumnMapping | undefined =>
  recipe.columns.find(({ from }) => from.some((one) => foldHeading(one) === foldHeading(heading)));

/** Where a column may go, distinguished by the way in which it is read. */
export const findTargetIndex = (
  { to, how }: Pick<ColumnMapping, 'to' | 'how'>,
  targets: readonly MappingTarget[],
): number => {
  const exact = targets.findIndex((target) => target.to === to && target.how === how);
  return exact >= 0 ? exact : targets.findIndex((target) => target.to === to);
};

/**
 * The recipe with another meaning of one column of a sheet; null: it is left out. Sheets that are laid out otherwise keep their
 * own columns for the same thing.
 */
export function withColumnTarget(
  recipe: ListRecipe,
  { sheet, column: { heading } }: { sheet: Sheet; column: Column },
  target: MappingTarget | null,
): ListRecipe {
  const before = findColumnMapping(recipe, heading);
  const here = new Set(headingsOf(sheet));
  const isElsewhere = ({ from }: ColumnMapping) => from.length > 0 && !from.some((one) => here.has(foldHeading(one)));
  const columns = recipe.columns.filter(
    (mapping) => mapping !== before && (mapping.to !== target?.to || isElsewhere(mapping)),
  );
  if (!target) return { ...recipe, columns };
  return {
    ...recipe,
    columns: [...columns, { from: [heading], to: target.to, how: target.how as ColumnMapping['how'] }],
  };
}

/** The recipe, for which a word of the sheet stands for something that the portal knows. */
export function withMappedWord(recipe: Recipe, { column, value }: RecipeProblem, name: string): Recipe {
  if (value === null) return recipe;
  if (recipe.kind === 'matrix') return { ...recipe, words: { ...recipe.words, [value]: name } };
  const mapped = column === null ? undefined : findColumnMapping(recipe, column);
  const columns = recipe.columns.map((one) =>
    one === mapped ? { ...one, words: { ...one.words, [value]: name } } : one,
  );
  return { ...recipe, columns };
}

/** A recipe as the server sends it. */
export const parseRecipe = (text: string): Recipe => JSON.parse(text) as Recipe;
