import type { Db } from '../database/database.ts';

/** The page at which a person stopped reading a file; 1 when they did not begin. */
export async function readReadingPosition(db: Db, person: number, file: number): Promise<number> {
  const [row] = await db<{ page: number }[]>`
    select page from reading_place where person_id = ${person} and file_id = ${file}`;
  return row?.page ?? 1;
}

/** Notes the page at which a person is. */
export async function saveReadingPosition(db: Db, person: number, file: number, page: number): Promise<void> {
  await db`
    insert into reading_place (person_id, file_id, page) values (${person}, ${file}, ${page})
    on conflict (person_id, file_id) do update set page = excluded.page, at = now()`;
}
