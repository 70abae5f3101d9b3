import { recipes as calls } from '@bilim/contract/recipes.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import type { Caller } from '../../auth/session.ts';
import { type AppContext, room } from '../../call/room.ts';
import { today } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import type { ReceivedFile } from '../../files/files.ts';
import { withLocalCopies } from '../../files/local-copies.ts';
import { parseStoredRecipe, readCellsForRecipe } from '../../import/recipe.ts';
import { builtInRecipes, guessRecipe } from '../../import/recipe-built-in.ts';
import { buildSheetPreview, listMappingTargets } from '../../import/recipe-preview.ts';
import { readSavedRecipes, removeRecipe, saveRecipe } from '../../import/recipe-store.ts';
import { findOwnTable } from '../../import/recipe-tables.ts';
import type { ImportFault } from '../../import/report.ts';
import { SheetReader, type SheetReadRequest } from '../../import/sheet-reader.ts';

const maxPreviewRows = 300;

/** Recipes speak of the whole university: who may load for some faculties alone leaves them to others. */
function checkWhole({ limitedTo }: Caller): void {
  if (limitedTo.import) throw new Refusal('recipes.wholeOnly', 403);
}

/** What is needed of a call to read its files. */
interface SheetContext {
  readonly app: AppContext;
  readonly state: SheetReader;
  readonly caller: Caller;
}

/** Gives work the files that a person has handed in, by where they lie on this machine; of each person one at a time. */
async function withSheets<T>(
  { app, state: reader, caller }: SheetContext,
  files: readonly ReceivedFile[],
  work: (found: SheetReadRequest['files']) => Promise<T>,
): Promise<T> {
  if (files.length === 0) throw new Refusal('recipes.noFile', 400, { fields: { files: 'recipes.noFile' } });
  const keys = files.map(({ key }) => key);
  return await reader.oneAtATime(caller.uid, () =>
    withLocalCopies(app.files.store, keys, (...paths) =>
      work(files.map(({ name }, at) => ({ name, path: paths[at] ?? '' }))),
    ),
  );
}

function recipeOf(text: string) {
  const recipe = parseStoredRecipe(text);
  if (!recipe) throw new Refusal('recipes.unreadable', 400, { fields: { recipe: 'recipes.unreadable' } });
  return recipe;
}

const shownProblem = ({ file, row, column, sentence, values, more }: ImportFault) => ({
  file,
  row,
  column,
  sentence,
  more,
  value: typeof values.value === 'string' ? values.value : null,
  similar: typeof values.names === 'string' && values.names ? values.names.split('\u001f') : [],
});

/** How a registrar's own sheets become the importer's tables. */
export const recipes = room('recipes', calls, {
  admits: checkWhole,
  state: () => new SheetReader(),
  stop: (reader) => reader.stop(),
  handlers: {
    async list({ db }) {
      const saved = await readSavedRecipes(db);
      return [
        ...builtInRecipes.map((recipe) => ({
          id_recipe: 0,
          name: recipe.name,
          recipe: JSON.stringify(recipe),
          by: null,
          at: null,
        })),
        ...saved.map(({ id, recipe, by, at }) => ({
          id_recipe: id,
          name: recipe.name,
          recipe: JSON.stringify(recipe),
          by,
          at,
        })),
      ];
    },

    async look(ctx) {
      const { app, files, input, afterCommit } = ctx;
      const { sheets, problems } = await withSheets(ctx, files, (found) => ctx.state.read(found, ctx.language));
      return await ctx.transact(async (db) => {
        // Nothing of a sheet is kept.
        afterCommit(() => void app.files.remove(files.map(({ key }) => key)));
        const saved = (await readSavedRecipes(db)).map(({ recipe }) => recipe);
        const foreign = sheets.filter((sheet) => findOwnTable(sheet) === null);
        const recipe = guessRecipe([...saved, ...builtInRecipes], foreign);
        return [
          {
            recipe: recipe && JSON.stringify(recipe),
            sheets: sheets.map((sheet) => buildSheetPreview(sheet, recipe, input.headerRow ?? null)),
            problems: problems.slice(0, maxPreviewRows).map(shownProblem),
            targets: listMappingTargets(),
          },
        ];
      });
    },

    async apply(ctx) {
      const { app, state, files, input, language, afterCommit } = ctx;
      const recipe = recipeOf(input.recipe);
      const context = { language, today: today(app.settings.timeZone), asGroups: true };
      const cells = await app.database.readLong((db) => readCellsForRecipe(recipe, db));
      const { faults, faultCount, remarks, tables, zip } = await withSheets(ctx, files, (found) =>
        state.apply(found, { recipe, cells, context }),
      );
      return await ctx.transact(async () => {
        afterCommit(() => void app.files.remove(files.map(({ key }) => key)));
        return [
          {
            faults: faults.slice(0, maxPreviewRows).map(shownProblem),
            faultCount,
            remarks: remarks.slice(0, maxPreviewRows).map(shownProblem),
            tables: [...tables],
            zip,
          },
        ];
      });
    },

    async save({ db, caller, input, request, publish }) {
      const recipe = recipeOf(input.recipe);
      if (builtInRecipes.some(({ name }) => name === recipe.name))
        throw new Refusal('recipes.nameTaken', 409, { fields: { recipe: 'recipes.nameTaken' } });
      const id = await saveRecipe(db, recipe, caller.uid);
      await insertAuditEntry(db, request, 'import.recipe', caller.uid, { recipe: recipe.name });
      publish([`u:${caller.uid}`]);
      return [{ id_recipe: id }];
    },

    async remove({ db, caller, input, request, publish }) {
      const name = await removeRecipe(db, input.id_recipe);
      if (name === null) throw new Refusal('recipes.notFound', 404);
      await insertAuditEntry(db, request, 'import.recipe_removed', caller.uid, { recipe: name });
      publish([`u:${caller.uid}`]);
      return [{ result: 1 }];
    },
  },
});
