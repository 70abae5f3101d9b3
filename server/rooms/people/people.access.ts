import { coversPermission, type HeldPermission } from '../../auth/held-rights.ts';
import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { findPeopleAtOtherFaculties, isAtFaculties } from '../../university/faculties.queries.ts';

/** Somebody with an account whom the caller may look at; only this file makes one. */
export interface AuthorizedPerson {
  readonly __authorized: 'person';
  readonly id: number;
  readonly login: string;
  readonly isClosed: boolean;
}

/** The same, locked until the transaction is over, and the caller may act on the account. */
export type AuthorizedAccount = AuthorizedPerson & {
  readonly __acts: true;
  readonly isBlocked: boolean;
  /** The rights of the caller, as they are while both accounts are locked. */
  readonly callers: readonly HeldPermission[];
};

/** People whom nobody imported belong to no faculty: 403 for who holds the permission at some faculties only. */
export function requireUniversityWidePermission({ limitedTo }: Caller): void {
  if (limitedTo.accounts) throw new Refusal('people.notEverywhere', 403);
}

/** SQL: the account `a` is of somebody at the caller's faculties. */
export const isAccountInScope = (db: Db, { limitedTo: { accounts } }: Pick<Caller, 'limitedTo'>) =>
  isAccountAtFaculty(db, accounts);

/** SQL: the account `a` is of somebody at these faculties; undefined: at any. */
export const isAccountAtFaculty = (db: Db, faculties: readonly number[] | undefined) =>
  faculties ? isAtFaculties(db, 'a.person_id', faculties) : db`true`;

/** Opens a person of the caller's faculties; 404 for anybody else, so that nobody learns which numbers exist. */
export async function authorizePerson(db: Db, caller: Caller, id: number): Promise<AuthorizedPerson> {
  const [row] = await db<AuthorizedPerson[]>`
    select a.person_id as id, a.login, p.closed_on is not null as "isClosed"
    from account a join person p on p.id = a.person_id where a.person_id = ${id} and ${isAccountInScope(db, caller)}`;
  if (!row) throw new Refusal('people.notFound', 404);
  return row;
}

/**
 * Opens somebody's account for an action: waits for the locks of this account and the caller's, then checks the
 * permissions of both. Refuses with 404; 403 `people.self` for the own account; 403 `people.above` for somebody who
 * holds what the caller does not; 403 `people.elsewhere` for somebody who is at another faculty, too.
 */
export async function authorizeAccount(db: Db, caller: Caller, id: number): Promise<AuthorizedAccount> {
  await authorizePerson(db, caller, id);
  if (id === caller.uid) throw new Refusal('people.self', 403);
  const callers = await lockAccounts(db, caller, [id]);
  const [row] = await db<Omit<AuthorizedAccount, 'callers'>[]>`
    select a.person_id as id, a.login, a.blocked as "isBlocked", p.closed_on is not null as "isClosed"
    from account a join person p on p.id = a.person_id where a.person_id = ${id}`;
  if (!row) throw new Refusal('people.notFound', 404);
  return { ...row, callers };
}

/**
 * Locks the caller's account and these in the order of their numbers, and gives the caller's rights. 403 for a caller whose
 * own right to all this was taken meanwhile, or who was blocked (two who do so to each other do not both succeed), for
 * accounts that hold more, and for people who are at a faculty that is not the caller's, too.
 */
export async function lockAccounts(db: Db, caller: Caller, ids: readonly number[]): Promise<readonly HeldPermission[]> {
  const all = [caller.uid, ...ids];
  const locked = await db<{ person: number; isBlocked: boolean }[]>`
    select person_id as person, blocked as "isBlocked" from account
    where person_id = any (${all}::bigint[]) order by person_id for update`;
  const rights = await db<(HeldPermission & { person: number })[]>`
    select person_id as person, code, faculty_id as faculty, ends_on as until
    from permission_now where person_id = any (${all}::bigint[])`;
  const callers = rights.filter(({ person }) => person === caller.uid);
  const isBlocked = locked.some((one) => one.person === caller.uid && one.isBlocked);
  if (isBlocked || !callers.some(({ code }) => code === 'accounts')) throw new Refusal('call.notAllowed', 403);
  const held = rights.filter(({ person }) => person !== caller.uid);
  if (!held.every((right) => coversPermission(callers, right))) throw new Refusal('people.above', 403);
  if (await isAnyPersonOutsideScope(db, callers, ids)) throw new Refusal('people.elsewhere', 403);
  return callers;
}

/**
 * Whether one of these people studies or works at a faculty where the right to look after accounts does not hold: with a
 * new password of theirs its holder would act there, too.
 */
export async function isAnyPersonOutsideScope(
  db: Db,
  callers: readonly HeldPermission[],
  people: readonly number[],
): Promise<boolean> {
  const faculties = callers.filter(({ code }) => code === 'accounts').map(({ faculty }) => faculty);
  if (faculties.includes(null)) return false;
  return (await findPeopleAtOtherFaculties(db, people, faculties as number[])).length > 0;
}

/** The rights that the caller has now. */
export async function readCallerPermissions(db: Db, { uid }: Caller): Promise<readonly HeldPermission[]> {
  return await db<HeldPermission[]>`
    select code, faculty_id as faculty, ends_on as until from permission_now where person_id = ${uid} order by code, id`;
}
