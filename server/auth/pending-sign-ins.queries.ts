import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { type EnrolledFactors, enrolledFactorColumnsSql } from './enrolled-factors.queries.ts';
import { rowKeyCookieDefinitions } from './key-cookies.ts';
import { type Caller, isSessionLive } from './session.ts';

/**
 * Ends what would still become a session of these people: sign-ins that wait for the second step or come back from a provider,
 * browsers that are not asked for it, a code for a forgotten password, and keys that are being made.
 */
export async function endPendingSignIns(db: Db, people: readonly number[]): Promise<void> {
  const theirs = db`person_id = any (${people as number[]}::bigint[])`;
  for (const { table, isPendingSignIn } of Object.values(rowKeyCookieDefinitions))
    if (isPendingSignIn) await db`delete from ${db(table)} where ${theirs}`;
  await db`delete from remembered_second_step where ${theirs}`;
  await db`delete from forgotten_password where ${theirs}`;
}

/** Locks an account against other changes of its sign-in methods. */
export async function lockAccountRow(db: Db, uid: number): Promise<void> {
  await db`select from account where person_id = ${uid} for update`;
}

/**
 * Locks the caller's account before a sign-in method is changed or ownership is proved. It is the first lock of each
 * such call and of every reset: in another order they could deadlock. Refuses with 401 call.notSignedIn when a reset
 * was quicker and has ended the session, so that nothing is changed after it.
 */
export async function lockCallerAccountRow(
  db: Db,
  { uid, sessionId }: Pick<Caller, 'uid' | 'sessionId'>,
): Promise<void> {
  await lockAccountRow(db, uid);
  const [session] = await db`
    select from session where id = ${sessionId} and person_id = ${uid} and ${isSessionLive(db, db`${sessionId}::bigint`)}`;
  if (!session) throw new Refusal('call.notSignedIn', 401);
}

/** The factors of an account that is open; null: it is blocked, closed or gone. */
export async function readFactorsOfActiveAccount(db: Db, uid: number): Promise<EnrolledFactors | null> {
  const [account] = await db<EnrolledFactors[]>`
    select ${enrolledFactorColumnsSql(db)} from account a where a.person_id = ${uid} and a.person_id in (select person_id from open_account)`;
  return account ?? null;
}

/**
 * Holds an account as it is until a sign-in is written down: a reset waits for it, and finds its session. Gives its role; null:
 * it is blocked or closed by now, or its password is no longer the one of this hash.
 */
export async function lockActiveAccountRow(db: Db, uid: number, hash: string | undefined): Promise<number | null> {
  const [account] = await db<{ role: number }[]>`
    select a.role from account a
    where a.person_id = ${uid} and a.person_id in (select person_id from open_account)
      and (${hash ?? null}::text is null or a.password_hash = ${hash ?? null})
    for share of a`;
  return account?.role ?? null;
}
