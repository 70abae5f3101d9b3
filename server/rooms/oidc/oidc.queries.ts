import type { VerifiedIdentity } from '../../auth/apply-identity.ts';
import type { LinkedAccount } from '../../auth/linked-account.ts';
import { isPrivilegedPerson } from '../../auth/linked-accounts.queries.ts';
import type { ProviderSignOut, SignInSecrets } from '../../auth/oidc-providers.ts';
import { type Caller, isSessionLive } from '../../auth/session.ts';
import { setSessionEndReasonSql } from '../../auth/session-end.ts';
import type { Vault } from '../../auth/vault.ts';
import type { OidcProvider } from '../../core/oidc-provider-settings.ts';
import type { Db } from '../../database/database.ts';

/** Where a browser goes when it comes back. */
export interface PendingSignInPurpose {
  readonly page: string | null;
  readonly shared: boolean;
  /** The session that links an account; null: somebody signs in. */
  readonly forSession: number | null;
}

/** A sign-in for which the browser is at a provider. */
export interface PendingSignIn extends SignInSecrets, PendingSignInPurpose {
  readonly provider: string;
  /** The account of a directory that vouched for the password by which it is linked; null: it is kept here, or none was typed. */
  readonly vouchedBy: LinkedAccount | null;
}

/** What came of a sign-in at a provider. */
export interface SignInOutcome {
  readonly provider: string;
  readonly uid: number | null;
  readonly refusal: string | null;
  readonly account: LinkedAccount | null;
  readonly shared: boolean;
  /** The provider has asked for a second step. */
  readonly twice: boolean;
  /** What is to be made of the account when the sign-in is complete; null: it is linked. */
  readonly identity: VerifiedIdentity | null;
  readonly vouchedBy: LinkedAccount | null;
}

/** So long may somebody take at the provider. */
export const pendingSignInLifetime = '10 minutes';

export async function insertPendingSignIn(
  db: Db,
  hash: Buffer,
  { provider, state, nonce, verifier, page, shared, forSession, vouchedBy }: PendingSignIn,
): Promise<void> {
  await db`
    insert into pending_signin (hash, provider, state, nonce, verifier, shared, page, for_session, by_account, expires_at)
    values (${hash}, ${provider}, ${state}, ${nonce}, ${verifier}, ${shared}, ${page}, ${forSession},
      ${vouchedBy && db.json({ ...vouchedBy })}, now() + ${pendingSignInLifetime}::interval)`;
}

/** Takes the sign-in of this browser with this provider, once; null: there is none, or it was taken. */
export async function consumePendingSignIn(
  db: Db,
  hash: Buffer,
  provider: string,
  state: string,
): Promise<PendingSignIn | null> {
  const [row] = await db<PendingSignIn[]>`
    update pending_signin set back_at = now()
    where hash = ${hash} and provider = ${provider} and state = ${state} and back_at is null and expires_at > now()
    returning provider, state, nonce, verifier, page, shared, for_session as "forSession", by_account as "vouchedBy"`;
  return row ?? null;
}

/** How the sign-in or link of this browser was begun, also when its time is over; null: nothing is known of its key. */
export async function readPendingPurpose(db: Db, hash: Buffer): Promise<PendingSignInPurpose | null> {
  const [row] = await db<PendingSignInPurpose[]>`
    select page, shared, for_session as "forSession" from pending_signin where hash = ${hash}`;
  return row ?? null;
}

/**
 * Why no sign-in of this browser was taken: it is at another provider (`mixUp`), left with another state, came back before
 * (`again`), too late, or nothing is known of its key (`over`).
 */
export async function findCallbackFailure(
  db: Db,
  hash: Buffer,
  provider: string,
  state: string,
): Promise<'mixUp' | 'state' | 'again' | 'late' | 'over'> {
  const [row] = await db<{ isHere: boolean; isState: boolean; wasBack: boolean }[]>`
    select provider = ${provider} as "isHere", state = ${state} as "isState", back_at is not null as "wasBack"
    from pending_signin where hash = ${hash}`;
  if (!row) return 'over';
  if (!row.isHere) return 'mixUp';
  if (!row.isState) return 'state';
  return row.wasBack ? 'again' : 'late';
}

/**
 * Why a browser that ends a sign-in has none to end: nothing is known of its key (`over`), the time is over (`late`), another
 * session began it (`session`), or no answer was taken yet (`waits`). Null: none was in time, which was noted if it came back.
 */
export async function readMissingSignInReason(
  db: Db,
  hash: Buffer,
): Promise<'over' | 'late' | 'session' | 'waits' | null> {
  const [row] = await db<{ isOpen: boolean; lives: boolean }[]>`
    select person_id is null and refusal is null as "isOpen", expires_at > now() as lives
    from pending_signin where hash = ${hash}`;
  if (!row) return 'over';
  if (row.isOpen) return row.lives ? 'waits' : null;
  return row.lives ? 'session' : 'late';
}

/** Writes down what came of a sign-in; it is to be ended within two minutes. */
export async function storeSignInOutcome(
  db: Db,
  hash: Buffer,
  { uid, refusal, account, twice, identity }: Omit<SignInOutcome, 'provider' | 'shared' | 'vouchedBy'>,
): Promise<void> {
  await db`
    update pending_signin set person_id = ${uid}, refusal = ${refusal}, twice = ${twice},
      account = ${account && db.json({ ...account })}, identity = ${identity ? JSON.stringify(identity) : null}::text::jsonb,
      expires_at = now() + interval '2 minutes'
    where hash = ${hash}`;
}

/** Whose session links an account; null: it has ended. */
export async function readPersonOfSession(db: Db, session: number): Promise<number | null> {
  const [row] = await db<{ uid: number }[]>`
    select person_id as uid from session where id = ${session} and ${isSessionLive(db, db`${session}::bigint`)}`;
  return row?.uid ?? null;
}

/** What came of this browser's sign-in; null: nothing yet, or it is over. */
export async function readSignInOutcome(db: Db, hash: Buffer): Promise<SignInOutcome | null> {
  const [row] = await db<SignInOutcome[]>`
    select provider, person_id as uid, refusal, account, shared, twice, identity, by_account as "vouchedBy" from pending_signin
    where hash = ${hash} and (person_id is not null or refusal is not null) and expires_at > now()
      and for_session is null`;
  return row ?? null;
}

/** What came of linking an account in this browser and session; null: nothing yet, or it is over. */
export async function readLinkOutcome(db: Db, hash: Buffer, session: number): Promise<SignInOutcome | null> {
  const [row] = await db<SignInOutcome[]>`
    select provider, person_id as uid, refusal, account, shared, twice, identity, by_account as "vouchedBy" from pending_signin
    where hash = ${hash} and (person_id is not null or refusal is not null) and expires_at > now()
      and for_session = ${session}`;
  return row ?? null;
}

/** Takes what came of a sign-in or of linking, once. */
export async function consumeSignInOutcome(db: Db, hash: Buffer): Promise<boolean> {
  const deleted = await db`delete from pending_signin where hash = ${hash}`;
  return deleted.count === 1;
}

/**
 * Since when a person's accounts at these providers are linked. A link that does not open the account, because the imported
 * identifier or the password of a directory made it and the person looks after others, is none: it can be made again with the
 * password that is kept here.
 */
export async function readLinkedAccounts(
  db: Db,
  uid: number,
  providers: readonly Pick<OidcProvider, 'id' | 'issuer'>[],
): Promise<{ provider: string; since: string | null }[]> {
  return await db<{ provider: string; since: string | null }[]>`
    select p.id as provider, o.linked_at as since
    from unnest(${providers.map(({ id }) => id)}::text[], ${providers.map(({ issuer }) => issuer)}::text[])
      with ordinality p (id, issuer, place)
    left join linked_account o on o.issuer = p.issuer and o.person_id = ${uid}
      and not ((o.by_identifier or o.by_account is not null)
        and ${isPrivilegedPerson(db, db`o.person_id`, db`coalesce(o.by_account, jsonb_build_object('issuer', o.issuer, 'subject', o.subject))`)})
    order by p.place`;
}

/** A person has linked an account of this issuer again. */
export async function deleteUnlinkRecord(db: Db, uid: number, issuer: string): Promise<void> {
  await db`delete from unlinked_account where person_id = ${uid} and issuer = ${issuer}`;
}

/**
 * Parts a person from their account of an issuer, by which the imported identifier does not link again, and ends the other
 * sessions that were begun by it; false: there was none.
 */
export async function unlinkAccount(
  db: Db,
  { uid, sessionId }: Pick<Caller, 'uid' | 'sessionId'>,
  issuer: string,
): Promise<boolean> {
  const gone = await db`delete from linked_account where person_id = ${uid} and issuer = ${issuer}`;
  if (gone.count === 0) return false;
  await db`insert into unlinked_account (person_id, issuer) values (${uid}, ${issuer}) on conflict do nothing`;
  await db`
    delete from session where person_id = ${uid} and id <> ${sessionId} and linked_account ->> 'issuer' = ${issuer}
      and ${setSessionEndReasonSql(db, 'elsewhere')}`;
  // Whoever is on the way in by that account does not arrive.
  await db`delete from pending_signin where person_id = ${uid} and account ->> 'issuer' = ${issuer}`;
  await db`delete from pending_second_step where person_id = ${uid} and linked_account ->> 'issuer' = ${issuer}`;
  return true;
}

/** What identifies an account at a provider, and one session of it there, without naming it; null: it is not known. */
interface LogoutMarks {
  readonly subject: Buffer | null;
  readonly sid: Buffer | null;
}

/** The marks of an account, made with the key that the database does not have. */
export function hashLogoutIdentifiers(
  vault: Pick<Vault, 'code'>,
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid?: string | null },
): LogoutMarks {
  const mark = (what: string, name: string | null | undefined) =>
    typeof name === 'string' ? vault.code('logout', Buffer.from(JSON.stringify([what, issuer, name]))) : null;
  return { subject: mark('subject', subject), sid: mark('sid', sid) };
}

/**
 * Of a browser that comes back from a provider and a message that its account was signed out there, one passes after the other.
 * To be called before an account is locked.
 */
export async function lockLogoutIdentifiers(db: Db, { subject, sid }: LogoutMarks): Promise<void> {
  for (const mark of [subject, sid])
    if (mark) await db`select pg_advisory_xact_lock(hashtextextended('logout|' || ${mark.toString('hex')}, 0))`;
}

/** Whether the account was signed out at its provider since this browser came back, or its session there before. */
export async function wasSignedOutAtProvider(
  db: Db,
  hash: Buffer,
  { issuer }: Pick<LinkedAccount, 'issuer'>,
  { subject, sid }: LogoutMarks,
): Promise<boolean> {
  const [row] = await db`
    select from pending_signin p join logout_token t on t.issuer = ${issuer}
    where p.hash = ${hash} and (t.subject is null or t.subject = ${subject}) and (t.sid is null or t.sid = ${sid})
      and (t.at >= p.back_at or t.sid is not null)`;
  return row !== undefined;
}

/**
 * Ends the sessions that were begun by a linked account, or by one of its sessions at the provider, and its pending
 * sign-ins; gives whose they were. A message that was processed before ends nothing. Messages are stored with their
 * marks until they expire: the account of a browser that is just coming back is not known yet.
 */
export async function endLinkedSessions(
  db: Db,
  { issuer, id, subject, sid, until }: ProviderSignOut,
  marks: LogoutMarks,
): Promise<number[]> {
  const isOf = (column: string) => db`
    ${db(column)} ->> 'issuer' = ${issuer} and (${subject}::text is null or ${db(column)} ->> 'subject' = ${subject})
      and (${sid}::text is null or ${db(column)} ->> 'sid' = ${sid})`;
  await lockLogoutIdentifiers(db, marks);
  const fresh = await db`
    insert into logout_token (issuer, id, expires_at, at, subject, sid)
    values (${issuer}, ${id}, to_timestamp(${until}), clock_timestamp(), ${marks.subject}, ${marks.sid})
    on conflict do nothing`;
  if (fresh.count === 0) return [];
  // A sign-in that is just being finished holds its account, and still shows what it takes; the next statement sees its session.
  await db`
    select from account where person_id in (
      select person_id from pending_signin where ${isOf('account')}
      union all select person_id from pending_second_step where ${isOf('linked_account')}
      union all select person_id from session where ${isOf('linked_account')})
    order by person_id for update`;
  const rows = await db<{ uid: number }[]>`
    with pending as (delete from pending_signin where ${isOf('account')}),
    waiting as (delete from pending_second_step where ${isOf('linked_account')})
    delete from session where ${isOf('linked_account')} and ${setSessionEndReasonSql(db, 'provider')}
    returning person_id as uid`;
  return [...new Set(rows.map(({ uid }) => uid))];
}

/** Removes sign-ins that were not ended at their provider, and messages of providers that hold no longer. */
export async function sweepPendingSignIns(db: Db): Promise<void> {
  await db`delete from pending_signin where expires_at < now()`;
  await db`delete from logout_token where expires_at < now()`;
}
