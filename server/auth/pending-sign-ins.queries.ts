import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import type { Caller } from './session.ts';

/**
 * Ends what would still become a session of a person: sign-ins that wait for the second step or come back from a provider,
 * browsers that are not asked for it, a code for a forgotten password, and keys that are being made.
 */
export async function endPendingSignIns(db: Db, uid: number): Promise<void> {
  await db`delete from waiting_signin where person_id = ${uid}`;
  await db`delete from pending_signin where person_id = ${uid}`;
  await db`delete from second_step_rest where person_id = ${uid}`;
  await db`delete from forgotten_password where person_id = ${uid}`;
  await db`delete from passkey_challenge where person_id = ${uid}`;
}

/**
 * Locks the caller's account for a change of what lets into it. A reset that was quicker has ended the session: refuses with
 * 401 call.notSignedIn then, so that nothing is added behind it.
 */
export async function lockOwnAccount(db: Db, { uid, sessionId }: Pick<Caller, 'uid' | 'sessionId'>): Promise<void> {
  await db`select from account where person_id = ${uid} for update`;
  const [session] = await db`select from session where id = ${sessionId} and person_id = ${uid}`;
  if (!session) throw new Refusal('call.notSignedIn', 401);
}

/**
 * Holds an account as it is until a sign-in is written down: a reset waits for it, and finds its session. False: it is blocked
 * or closed by now, or its password is no longer the one of this hash.
 */
export async function holdOpenAccount(db: Db, uid: number, hash: string | undefined): Promise<boolean> {
  const [account] = await db`
    select from account a join person p on p.id = a.person_id
    where a.person_id = ${uid} and not a.blocked and p.closed_on is null
      and (${hash ?? null}::text is null or a.password_hash = ${hash ?? null})
    for share of a`;
  return account !== undefined;
}
