import type { GroupPermission } from '../../core/directory-settings.ts';
import type { Db } from '../../database/database.ts';

/** Days for which a right of a group counts without its person being seen at the directory: as long as a session may last. */
const countsFor = 90;
/** Days before its end from which on it is put off. */
const putOffFrom = 45;

/**
 * Gives a person the rights of their groups and takes those of groups that they have left; what was given by a file or by
 * hand stays as it is. Faculties are named by the registrar's keys. Gives the codes that no faculty has.
 */
export async function updateDirectoryGroupPermissions(
  db: Db,
  uid: number,
  directory: string,
  rights: readonly GroupPermission[],
): Promise<string[]> {
  const wanted = rights.flatMap(({ permission: code, faculties = [null] }) =>
    faculties.map((faculty): { code: string; faculty: string | null } => ({ code, faculty })),
  );
  const matched = db`
    select distinct w.code, f.id as faculty_id, w.faculty as named
    from unnest(${wanted.map(({ code }) => code)}::text[], ${wanted.map(({ faculty }) => faculty)}::text[]) w (code, faculty)
    left join faculty f on f.code = w.faculty`;
  await db`
    delete from permission p where p.person_id = ${uid} and p.directory = ${directory}
      and not exists (select from (${matched}) g where g.code = p.code and g.faculty_id is not distinct from p.faculty_id
        and (g.named is null or g.faculty_id is not null))`;
  await db`
    insert into permission as p (person_id, code, faculty_id, ends_on, directory)
    select ${uid}, g.code, g.faculty_id, today() + ${countsFor}::int, ${directory} from (${matched}) g
    where g.named is null or g.faculty_id is not null
    on conflict on constraint permission_unique do update set ends_on = excluded.ends_on
      where p.directory = excluded.directory and p.ends_on < today() + ${putOffFrom}::int`;
  const strange = await db<{ named: string }[]>`
    select distinct g.named from (${matched}) g where g.named is not null and g.faculty_id is null`;
  return strange.map(({ named }) => named);
}
