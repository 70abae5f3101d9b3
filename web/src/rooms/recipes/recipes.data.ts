import type { Output } from '@bilim/contract/call.ts';
import { data } from '@bilim/contract/data.ts';
import type { ColumnMapping, ListRecipe, Recipe } from '@bilim/contract/recipe.ts';
import { recipes } from '@bilim/contract/recipes.ts';
import { foldHeading } from '@bilim/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

const room = 'recipes';

export type SavedRecipe = Output<typeof recipes.list>[number];
export type SheetPreview = Output<typeof recipes.look>[number];
export type AppliedRecipe = Output<typeof recipes.apply>[number];
export type RecipeProblem = AppliedRecipe['faults'][number];
export type MappingTarget = SheetPreview['targets'][number];
type Column = SheetPreview['sheets'][number]['columns'][number];

export const useRecipes = () => useQuery(queryForCall(room, recipes.list, {}));

export const usePreviewSheets = () =>
  useMutation({
    mutationFn: ({ files, headerRow }: { files: readonly File[]; headerRow: number | null }) =>
      callServer(recipes.look, headerRow === null ? {} : { headerRow }, { files }),
  });

export const useApplyRecipe = () =>
  useMutation({
    mutationFn: ({ files, recipe }: { files: readonly File[]; recipe: Recipe }) =>
      callServer(recipes.apply, { recipe: JSON.stringify(recipe) }, { files }),
  });

/** Sends the tables to the room of data, which begins to check them as if they had been dropped there. */
export const useSendToImport = () =>
  useMutation({
    mutationFn: ({ zip, name }: { zip: string; name: string }) =>
      callServer(
        data.upload,
        { name },
        { files: [new File([bytesOf(zip)], `${name}.zip`, { type: 'application/zip' })] },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['data'] }),
  });

export const useSaveRecipe = () =>
  useMutation({
    mutationFn: (recipe: Recipe) => callServer(recipes.save, { recipe: JSON.stringify(recipe) }, { key: randomUuid() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [room] }),
  });

export const useRemoveRecipe = () =>
  useMutation({
    mutationFn: (id_recipe: number) => callServer(recipes.remove, { id_recipe }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [room] }),
  });

/** A recipe that maps nothing yet. */
export const emptyRecipe: ListRecipe = { kind: 'list', name: 'own', covers: 'part', columns: [] };

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

/** The recipe with another meaning of one column; null: it is left out. */
export function withColumnTarget(recipe: ListRecipe, { heading }: Column, target: MappingTarget | null): ListRecipe {
  const before = findColumnMapping(recipe, heading);
  const columns = recipe.columns.filter((mapping) => mapping !== before && mapping.to !== target?.to);
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

/** A recipe as the server tells it. */
export const parseRecipe = (text: string): Recipe => JSON.parse(text) as Recipe;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Gives an archive to the person as a file. */
export function downloadZip(base64: string, name: string): void {
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type: 'application/zip' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
