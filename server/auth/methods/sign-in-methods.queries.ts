import { type SignInMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import type { Db } from '../../database/database.ts';
import type { LinkedAccount } from '../linked-account.ts';
import type { SuspectedAccounts } from './registered-method.ts';
import { methodRegistry } from './registry.ts';

/** How many of each method were removed; those of which there were none are not named. */
export type RemovedMethods = Readonly<Partial<Record<SignInMethod, number>>>;

/** What was removed as the audit trail has it: nothing where there was nothing. */
export const removedMethodsDetail = (removed: RemovedMethods): { removed?: Readonly<Record<string, number>> } =>
  Object.keys(removed).length > 0 ? { removed: { ...removed } } : {};

/**
 * How many of each method let into an account. `directories`: issuers whose links are theirs, and come again with the next
 * sign-in there.
 */
export async function countSignInMethods(
  db: Db,
  uid: number,
  directories: readonly string[],
): Promise<Record<SignInMethod, number>> {
  const owner = { uid, directories };
  const counted = signInMethods
    .map((method) => db`select ${method}::text as method, (${methodRegistry[method].count(db, owner)}) as count`)
    .reduce((all, one) => db`${all} union all ${one}`);
  const rows = await db<{ method: SignInMethod; count: number }[]>`select method, count from (${counted}) counted`;
  return Object.fromEntries(rows.map(({ method, count }) => [method, count])) as Record<SignInMethod, number>;
}

/**
 * Removes these methods from an account; `directories` as for `countSignInMethods`. Links are ended for good: the imported identifier
 * links once, and none of these issuers again, unless `mayReturn`.
 */
export async function removeMethods(
  db: Db,
  uid: number,
  methods: readonly SignInMethod[],
  directories: readonly string[],
  mayReturn = false,
): Promise<RemovedMethods> {
  const had = await countSignInMethods(db, uid, directories);
  for (const method of methods) {
    const { canBeUnconfirmed, remove } = methodRegistry[method];
    if (had[method] > 0 || canBeUnconfirmed) await remove(db, { uid, directories }, { mayReturn });
  }
  return Object.fromEntries(methods.filter((method) => had[method] > 0).map((method) => [method, had[method]]));
}

/**
 * Removes from an account what somebody may have added who came by an account elsewhere, which was linked `since` then, or by one
 * that was linked with the password of that one.
 */
export async function removeMethodsAddedBy(
  db: Db,
  uid: number,
  { issuer, subject }: LinkedAccount,
  since: string,
): Promise<RemovedMethods> {
  const accounts = await db<{ issuer: string; subject: string }[]>`
    with recursive came_by (issuer, subject) as (
      values (${issuer}::text, ${subject}::text)
      union
      select l.issuer, l.subject from linked_account l
      join came_by on l.by_account->>'issuer' = came_by.issuer and l.by_account->>'subject' = came_by.subject
      where l.person_id = ${uid})
    select issuer, subject from came_by`;
  const source: SuspectedAccounts = { accounts, since };
  const removed: Partial<Record<SignInMethod, number>> = {};
  for (const method of signInMethods) {
    const count = await methodRegistry[method].removeAddedBy(db, uid, source);
    if (count > 0) removed[method] = count;
  }
  return removed;
}
