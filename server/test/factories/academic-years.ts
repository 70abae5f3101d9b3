import type { Db } from '../../database/database.ts';

/** Makes the year after this one the one that the portal shows, so that this one is past. */
export async function startNextYear(db: Db, year: number): Promise<void> {
  await db`update academic_year set is_default = false`;
  await db`
    insert into academic_year (id, label, is_default) values (${year + 1}, 'next', true)
    on conflict (id) do update set is_default = true`;
}
