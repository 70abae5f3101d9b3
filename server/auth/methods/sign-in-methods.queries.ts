import type { SignInMethod } from '@bilim/contract/sign-in-methods.ts';
import type { Db } from '../../database/database.ts';
import { removeCodes } from '../second-step.ts';
import { dropAddress } from './mail.queries.ts';

/** How many of each method were removed; those of which there were none are not named. */
export type RemovedMethods = Readonly<Partial<Record<SignInMethod, number>>>;

/** What was removed as the audit trail tells it: nothing where there was nothing. */
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
  const [row] = await db<Record<SignInMethod, number>[]>`
    select (select count(*)::int from passkey where person_id = ${uid}) as passkeys,
      (select count(*)::int from account where person_id = ${uid} and second_step_since is not null) as codes,
      (select count(*)::int from linked_account
        where person_id = ${uid} and issuer <> all (${directories as string[]}::text[])) as links,
      (select count(*)::int from mail_address where person_id = ${uid}) as mail,
      (select count(*)::int from schedule_feed where person_id = ${uid}) as calendar,
      (select count(*)::int from service_token
        where made_by = ${uid} and revoked_at is null and ends_on >= today()) as programs`;
  if (!row) throw new Error('a question without an answer');
  return row;
}

/** Of the methods of which nobody knows who set them up: those that an account has had only since then. */
export async function methodsOnlySince(db: Db, uid: number, since: string): Promise<SignInMethod[]> {
  const rows = await db<{ method: 'codes' | 'mail' | 'calendar' }[]>`
    select 'codes' as method from one_time_key where person_id = ${uid} and coalesce(confirmed_at, now()) >= ${since}
    union all select 'mail' from mail_address where person_id = ${uid} and asked_at >= ${since}
    union all select 'calendar' from schedule_feed where person_id = ${uid} and created_at >= ${since}`;
  return rows.map(({ method }) => method);
}

/**
 * Removes these methods from an account; `directories` as for `countSignInMethods`. Links are ended for good: the imported identifier
 * links once, and none of these issuers again, unless `mayLinkAgain`.
 */
export async function removeMethods(
  db: Db,
  uid: number,
  methods: readonly SignInMethod[],
  directories: readonly string[],
  mayLinkAgain = false,
): Promise<RemovedMethods> {
  const had = await countSignInMethods(db, uid, directories);
  const removed = methods.filter((method) => had[method] > 0);
  const goes = (method: SignInMethod) => removed.includes(method);
  if (goes('passkeys')) await db`delete from passkey where person_id = ${uid}`;
  // A key that was begun and never confirmed goes too.
  if (methods.includes('codes')) await removeCodes(db, uid);
  if (goes('links'))
    await db`
      with gone as (
        delete from linked_account where person_id = ${uid} and issuer <> all (${directories as string[]}::text[])
        returning issuer)
      insert into unlinked_account (person_id, issuer) select ${uid}::bigint, issuer from gone
      where not ${mayLinkAgain}::boolean
      on conflict do nothing`;
  if (goes('mail')) await dropAddress(db, uid, 'reset');
  if (goes('calendar')) await db`delete from schedule_feed where person_id = ${uid}`;
  if (goes('programs')) await revokePrograms(db, uid);
  return Object.fromEntries(removed.map((method) => [method, had[method]]));
}

/** Revokes the keys that a person made for programs, or those made since a moment; gives how many. */
export async function revokePrograms(db: Db, uid: number, since: string | null = null): Promise<number> {
  const { count } = await db`
    update service_token set revoked_at = now()
    where made_by = ${uid} and revoked_at is null and (${since}::timestamptz is null or made_at >= ${since})`;
  return count;
}
