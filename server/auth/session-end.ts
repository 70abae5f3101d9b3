import type { Db } from '../database/database.ts';

/**
 * Why a session ends: its person signed out; the password was changed; its person ended it on another device, or signed out
 * at the provider by which they came; too many began after it; somebody who looks after accounts did it, or blocked the account;
 * the person may be in the portal no more (`closed`: they left); the account became part of another one (`merged`). One whose time is over ends by itself (`idle`).
 */
export type SessionEndReason =
  | 'out'
  | 'password'
  | 'elsewhere'
  | 'provider'
  | 'more'
  | 'office'
  | 'blocked'
  | 'closed'
  | 'merged';

/** SQL condition, always true, for the statement that deletes sessions: says why, for the rest of the transaction. */
export const setSessionEndReasonSql = (db: Db, why: SessionEndReason) =>
  db`set_config('bilim.why', ${why}, true) is not null`;

/** Removes sessions whose time is over, and why earlier ones ended once no browser asks for it any more. */
export async function sweepSessions(db: Db): Promise<void> {
  await db`delete from session where expires_at < now() or created_at < now() - interval '90 days'`;
  await db`delete from session_end where at < now() - interval '90 days'`;
}
