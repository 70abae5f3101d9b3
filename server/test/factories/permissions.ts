import type { Permission } from '@bilim/contract/permissions.ts';
import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** How far a permission reaches. */
interface Reach {
  /** Of this faculty alone; without it, of the whole university. */
  readonly faculty?: number | 'first' | 'last' | null | undefined;
  /** Its last day, YYYY-MM-DD; without it, it does not end. */
  readonly until?: string | null;
  /** Given in the portal, not by the registrar's files. */
  readonly byHand?: boolean;
}

/** Gives somebody permissions, besides those they hold; gives the ids of the new ones, in the order of the codes. */
export async function grantPermissions(
  db: Db,
  who: PersonReference,
  codes: Permission | readonly Permission[],
  { faculty = null, until = null, byHand = false }: Reach = {},
): Promise<number[]> {
  const reach =
    typeof faculty === 'string'
      ? db`(select ${faculty === 'first' ? db`min(id)` : db`max(id)`} from faculty)`
      : db`${faculty}::int`;
  const rows = await db<{ id: number }[]>`
    insert into permission (person_id, code, faculty_id, ends_on, by_hand)
    select ${personIdFragment(db, who)}, code, ${reach}, ${until}::date, ${byHand}
    from unnest(${[codes].flat()}::text[]) with ordinality as c (code, place) order by place
    on conflict do nothing returning id`;
  return rows.map(({ id }) => id);
}

/** Takes permissions from somebody: the named ones, or all. */
export async function withdrawPermissions(
  db: Db,
  who: PersonReference,
  codes?: Permission | readonly Permission[],
): Promise<void> {
  await db`
    delete from permission
    where person_id = ${personIdFragment(db, who)} and ${codes === undefined ? db`true` : db`code = any (${[codes].flat()}::text[])`}`;
}
