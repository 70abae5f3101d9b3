import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Recipe } from '@bilim/contract/recipe.ts';
import { type ImportOptions, type ImportResult, importFolder } from './import.ts';
import { applyRecipe, parseStoredRecipe } from './recipe.ts';
import { builtInRecipes } from './recipe-built-in.ts';
import { readSheets } from './recipe-sheets.ts';
import { readSavedRecipe } from './recipe-store.ts';
import { createImportReport, type ImportFault } from './report.ts';

/** Imports foreign sheets through a recipe; every problem is reported by the sheet's own row and column. */
export async function importByRecipe(
  { name, from }: { readonly name: string; readonly from: readonly string[] },
  options: Omit<ImportOptions, 'folder'>,
): Promise<ImportResult> {
  const { sql, today, language = 'ru' } = options;
  const report = createImportReport(language);
  const recipe = await find(name, options);
  if (!recipe) report.error('recipe.unreadable', { file: name });
  const files = await Promise.all(
    from.map(async (path) => {
      const bytes = await readFile(path).catch(() => null);
      if (bytes === null) report.error('file.unreadable', { file: basename(path) });
      return { name: basename(path), bytes: bytes ?? new Uint8Array() };
    }),
  );
  if (!recipe || report.errorCount() > 0) return refused(report.problems, []);
  const applied = await applyRecipe(await readSheets(files, language), recipe, sql, { language, today });
  if (applied.faults.length > 0) return refused(applied.faults, applied.remarks);
  const folder = await mkdtemp(join(tmpdir(), 'bilim-recipe-'));
  try {
    for (const [file, text] of applied.folder) await writeFile(join(folder, file), text, { mode: 0o600 });
    const result = await importFolder({ ...options, folder });
    return {
      ...result,
      problems: result.problems.map(applied.toForeign),
      warnings: [...applied.remarks, ...result.warnings.map(applied.toForeign)],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function find(name: string, { sql }: Pick<ImportOptions, 'sql'>): Promise<Recipe | null> {
  const ready = builtInRecipes.find((recipe) => recipe.name === name) ?? (await readSavedRecipe(sql, name));
  if (ready) return ready;
  const text = await readFile(name, 'utf8').catch(() => null);
  return text === null ? null : parseStoredRecipe(text);
}

const refused = (problems: readonly ImportFault[], warnings: readonly ImportFault[]): ImportResult => ({
  written: false,
  problems: [...problems],
  warnings: [...warnings],
  suppressed: 0,
  run: null,
  changes: [],
  newAccounts: 0,
  affected: 0,
  raw: { files: new Map(), photos: new Map() },
  found: null,
});
