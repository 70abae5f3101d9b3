import type { Recipe } from '@bilim/contract/recipe.ts';
import type { Db } from '../database/database.ts';

/** A recipe that somebody saved. */
export interface SavedRecipe {
  readonly id: number;
  readonly recipe: Recipe;
  readonly by: string;
  readonly at: string;
}

/** Every saved recipe, the newest first. */
export async function readSavedRecipes(sql: Db): Promise<SavedRecipe[]> {
  return await sql<SavedRecipe[]>`
    select r.id, r.recipe, p.full_name as by, r.at from import_recipe r join person p on p.id = r.by_id
    order by r.at desc, r.id desc limit 200`;
}

/** A saved recipe by its name. */
export async function readSavedRecipe(sql: Db, name: string): Promise<Recipe | null> {
  const [row] = await sql<{ recipe: Recipe }[]>`select recipe from import_recipe where lower(name) = lower(${name})`;
  return row?.recipe ?? null;
}

/** Saves a recipe under its name, in the place of one that is called so. */
export async function saveRecipe(db: Db, recipe: Recipe, by: number): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into import_recipe (name, recipe, by_id) values (${recipe.name}, ${JSON.stringify(recipe)}::text::jsonb, ${by})
    on conflict (lower(name)) do update set name = excluded.name, recipe = excluded.recipe, by_id = excluded.by_id, at = now()
    returning id`;
  return row?.id ?? 0;
}

/** Forgets a recipe; returns its name, null when there is none. */
export async function removeRecipe(db: Db, id: number): Promise<string | null> {
  const [row] = await db<{ name: string }[]>`delete from import_recipe where id = ${id} returning name`;
  return row?.name ?? null;
}
