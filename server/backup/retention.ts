import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const byName = new Intl.Collator('en', { numeric: true });
const withoutFigures = (name: string) => name.replace(/\d+/g, '0');

/** Of names those that are called like this one but for figures, such as those of a date, and sort before it; the newest first. */
export const findOlderBackupNames = (names: readonly string[], name: string): string[] =>
  names
    .filter((other) => withoutFigures(other) === withoutFigures(name) && byName.compare(other, name) < 0)
    .sort((one, other) => byName.compare(other, one));

/**
 * Removes back-ups that lie beside this one and are called like it but for figures, and keeps the newest by name. Nothing that
 * sorts after this one is touched.
 * @param keep how many stay, this one counted
 * @returns the names of those that went
 */
export async function removeOlderBackups(target: string, keep: number): Promise<string[]> {
  const folder = dirname(target);
  const gone = findOlderBackupNames(await readdir(folder), basename(target)).slice(keep - 1);
  for (const other of gone) await rm(join(folder, other));
  return gone;
}
