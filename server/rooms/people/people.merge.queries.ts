import type { Caller } from '../../auth/session.ts';
import { setSessionEndReasonSql } from '../../auth/session-end.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import {
  countRowsSinceMerge,
  type MovedRowCounts,
  mergeAccountRows,
  unmergeAccountRows,
} from '../../university/merging.queries.ts';
import { type AuthorizedPerson, isAccountInScope } from './people.access.ts';
import type { AuthorizedMerge, AuthorizedMergePair } from './people.merge.access.ts';
import { accountStateColumn, affiliationJoins } from './people.queries.ts';

/** Doubles that are proposed at once. */
const maxDuplicates = 10;

interface DuplicateAccount {
  id_person: number;
  fio: string;
  login: string;
  place: string | null;
  state: string;
  by: string;
}

/** Other accounts with the same name or mail address, of the caller's faculties. */
export async function findDuplicateAccounts(
  db: Db,
  caller: Caller,
  { id }: AuthorizedPerson,
  language: Language,
): Promise<DuplicateAccount[]> {
  return await db<DuplicateAccount[]>`
    select p.id as id_person, p.full_name as fio, a.login, coalesce(study.place, work.place) as place,
      ${accountStateColumn(db)} as state, case when p.folded = me.folded then 'name' else 'email' end as by
    from person me join account mine on mine.person_id = me.id
    join person p on p.id <> me.id and (p.folded = me.folded or lower(p.email) = lower(me.email))
    join account a on a.person_id = p.id and a.role = mine.role ${affiliationJoins(db, language)}
    where me.id = ${id} and ${isAccountInScope(db, caller)}
      and not exists (select from person_merge m where m.gone_id in (p.id, me.id) and m.undone_at is null)
    order by p.folded = me.folded desc, p.id limit ${maxDuplicates}`;
}

/** Makes two accounts one: everything follows, and the one that went is closed. */
export async function mergeAccounts(
  db: Db,
  two: AuthorizedMergePair,
  { by, timeZone }: { by: number; timeZone: string },
): Promise<{ id: number; moved: MovedRowCounts[] }> {
  const [row] = await db<{ id: number }[]>`
    insert into person_merge (stay_id, gone_id, by_id, closed_on)
    select ${two.stay}, id, ${by}, closed_on from person where id = ${two.gone} returning id`;
  if (!row) throw new Error('no row came back');
  await db`delete from session where person_id = ${two.gone} and ${setSessionEndReasonSql(db, 'merged')}`;
  await db`select ${setSessionEndReasonSql(db, 'office')}`;
  const moved = await mergeAccountRows(db, row.id, two, timeZone);
  await db`update person set closed_on = coalesce(closed_on, today()) where id = ${two.gone}`;
  return { id: row.id, moved };
}

/** Parts them again; what came since stays, and is listed. */
export async function undoMerge(db: Db, merge: AuthorizedMerge, by: number) {
  const since = await countRowsSinceMerge(db, merge.id, merge.stay);
  const moved = await unmergeAccountRows(db, merge.id, merge);
  await db`
    update person p set closed_on = m.closed_on from person_merge m where m.id = ${merge.id} and p.id = ${merge.gone}`;
  await db`update person_merge set undone_at = clock_timestamp(), undone_by = ${by} where id = ${merge.id}`;
  await db`delete from session where person_id in (${merge.stay}, ${merge.gone}) and ${setSessionEndReasonSql(db, 'office')}`;
  return { moved, since };
}
