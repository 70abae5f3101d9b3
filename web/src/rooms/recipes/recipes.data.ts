import type { Output } from '@bilim/contract/call.ts';
import { data } from '@bilim/contract/data.ts';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { recipes } from '@bilim/contract/recipes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { hasSameHeadings, type SheetPreview } from './recipe-mapping.ts';

const room = 'recipes';

export type SavedRecipe = Output<typeof recipes.list>[number];
export type AppliedRecipe = Output<typeof recipes.apply>[number];

export const useRecipes = () => useQuery(queryForCall(room, recipes.list, {}));

const preview = async (files: readonly File[], headerRow: number | null): Promise<SheetPreview | null> =>
  (await callServer(recipes.look, headerRow === null ? {} : { headerRow }, { files }))[0] ?? null;

interface PreviewRequest {
  files: readonly File[];
  headerRow: number | null;
  /** The server reads one upload of a person at a time. */
  after: Promise<unknown>;
  /** What is here already: a corrected sheet is read from the row that was given for it. */
  before: SheetPreview | null;
  recipe: Recipe | null;
}

export const usePreviewSheets = () =>
  useMutation({
    mutationFn: async ({ files, headerRow, after, before, recipe }: PreviewRequest) => {
      await after;
      const looked = await preview(files, headerRow);
      const row = recipe?.headerRow;
      if (headerRow !== null || !row || !before || !looked || hasSameHeadings(looked, before)) return looked;
      const again = await preview(files, row);
      return again && hasSameHeadings(again, before) ? again : looked;
    },
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

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Gives an archive to the person as a file. */
export function downloadZip(base64: string, name: string): void {
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type: 'application/zip' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
