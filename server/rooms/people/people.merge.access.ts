import { mergeUndoDays } from '@bilim/contract/limits.ts';
import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { blockImports } from '../../university/imports.queries.ts';
import { authorizePerson, lockAccounts } from './people.access.ts';

/** Two accounts of one person, locked until the transaction is over, which the caller may make one. */
export interface AuthorizedMergePair {
  readonly __authorized: 'two';
  readonly stay: number;
  readonly gone: number;
}

/** A merge that can still be undone, with both accounts locked. */
export type AuthorizedMerge = AuthorizedMergePair & { readonly __merge: true; readonly id: number };

interface Account {
  readonly id: number;
  readonly role: number;
  readonly isClosed: boolean;
  readonly isStudent: boolean;
  readonly isGone: boolean;
  /** Another account was merged into this one, and may still be parted from it. */
  readonly holds: boolean;
}

/** Looks whether the caller may act on both accounts, and locks them. */
async function lockBoth(db: Db, caller: Caller, stay: number, gone: number): Promise<void> {
  await authorizePerson(db, caller, stay);
  await authorizePerson(db, caller, gone);
  if (stay === caller.uid || gone === caller.uid) throw new Refusal('people.self', 403);
  if (!(await blockImports(db))) throw new Refusal('people.importing', 409);
  await lockAccounts(db, caller, [stay, gone]);
}

/**
 * Opens two accounts to merge them. Refuses with 404 and 403 as every action on an account; with 409 for the same
 * account twice, for a student and a teacher, when the one that stays has left, and for accounts that were merged
 * before.
 */
export async function authorizeMergePair(
  db: Db,
  caller: Caller,
  stay: number,
  gone: number,
): Promise<AuthorizedMergePair> {
  if (stay === gone) throw new Refusal('people.sameAccount', 409);
  await lockBoth(db, caller, stay, gone);
  const rows = await db<Account[]>`
    select a.person_id as id, a.role, p.closed_on is not null as "isClosed",
      exists (select from student s where s.id = p.id) as "isStudent",
      exists (select from person_merge m where m.gone_id = p.id and m.undone_at is null) as "isGone",
      exists (select from person_merge m where m.stay_id = p.id and m.undone_at is null
        and m.at > now() - ${mergeUndoDays}::int * interval '1 day') as holds
    from account a join person p on p.id = a.person_id where a.person_id in (${stay}, ${gone})`;
  const [kept, other] = [rows.find(({ id }) => id === stay), rows.find(({ id }) => id === gone)];
  if (!kept || !other) throw new Refusal('people.notFound', 404);
  if (kept.role !== other.role || kept.isStudent !== other.isStudent) throw new Refusal('people.otherRole', 409);
  if (kept.isGone || other.isGone || other.holds) throw new Refusal('people.merged', 409);
  if (kept.isClosed) throw new Refusal('people.closed', 409);
  return { stay, gone } as AuthorizedMergePair;
}

/** Opens a merge of this account to undo it; 404 for none, 409 for one that was undone or is older than 30 days. */
export async function authorizeMerge(db: Db, caller: Caller, person: number, id: number): Promise<AuthorizedMerge> {
  await authorizePerson(db, caller, person);
  const [found] = await db<{ stay: number; gone: number }[]>`
    select stay_id as stay, gone_id as gone from person_merge where id = ${id} and ${person} in (stay_id, gone_id)`;
  if (!found) throw new Refusal('people.noMerge', 404);
  await lockBoth(db, caller, found.stay, found.gone);
  const [row] = await db<{ isOver: boolean }[]>`
    select undone_at is not null or at <= now() - ${mergeUndoDays}::int * interval '1 day' as "isOver"
    from person_merge where id = ${id} for update`;
  if (!row || row.isOver) throw new Refusal('people.partingOver', 409, { values: { days: mergeUndoDays } });
  return { id, ...found } as AuthorizedMerge;
}
