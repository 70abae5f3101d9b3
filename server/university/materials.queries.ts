import type { Caller } from '../auth/session.ts';
import type { Db } from '../database/database.ts';

/**
 * Takes out of the library what others show there of a material that has just left it: its teacher decides that everybody may
 * read it, and decides so again.
 */
export async function withdrawLibraryReferences(db: Db, { uid }: Pick<Caller, 'uid'>, material: number): Promise<void> {
  await db`
    with gone as (
      update material m set in_library = false from material origin
      where origin.id = ${material} and m.of_material_id = origin.id and m.teacher_id <> origin.teacher_id and m.in_library
      returning m.*)
    insert into book_event (material_id, what, person_id, now_is)
    select id, 'left-library', ${uid}, to_jsonb(gone) - '{folded,words,stemmed}'::text[] from gone`;
}
