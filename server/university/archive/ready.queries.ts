import type { Db } from '../../database/database.ts';

/**
 * Takes away the archives of people, those that are still being made too: their accounts end, or somebody else may have asked
 * for them. Gives the keys of the files, which are removed after the commit.
 */
export async function deleteArchives(db: Db, people: readonly number[]): Promise<string[]> {
  const rows = await db<{ key: string | null }[]>`
    delete from personal_archive where person_id = any (${people as number[]}::bigint[]) returning key`;
  return rows.flatMap(({ key }) => key ?? []);
}
