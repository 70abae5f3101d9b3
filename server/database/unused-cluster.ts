import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '../settings.ts';

/** A data folder before a command makes a database in it. */
export interface FolderBefore {
  readonly dataDir: string;
  /** What lay in it. */
  readonly names: ReadonlySet<string>;
  /** The folder and those above it that were not there, innermost first. */
  readonly missing: readonly string[];
}

/** Where a command tells what is wrong with an import: that stays. */
const reports = 'imports';

/** How the data folder is before its database is made; null: a database is there already, or lies elsewhere. */
export async function findFolderBefore({ dataDir, databaseUrl }: Settings): Promise<FolderBefore | null> {
  if (databaseUrl !== null || existsSync(join(dataDir, 'database'))) return null;
  const missing: string[] = [];
  for (let folder = dataDir; !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  return { dataDir, names: new Set(missing.length > 0 ? [] : await readdir(dataDir)), missing };
}

/** Removes the database, which has to be stopped, with all else that was made beside it, and folders that are empty then. */
export async function removeNewContent({ dataDir, names, missing }: FolderBefore): Promise<void> {
  const made = (await readdir(dataDir)).filter((name) => !names.has(name) && name !== reports);
  await Promise.all(made.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  for (const folder of missing) {
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
