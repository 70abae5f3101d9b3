import type { Ended, OutsideAccount, Secrets } from '../../auth/providers.ts';
import { type Proofs, proofs } from '../../auth/second-step.ts';
import type { Db } from '../../database/database.ts';

/** A sign-in that is at a provider. */
export interface Away extends Secrets {
  readonly provider: string;
  readonly page: string | null;
  readonly shared: boolean;
}

/** What came of a sign-in at a provider. */
export interface Outcome {
  readonly provider: string;
  readonly uid: number | null;
  readonly refusal: string | null;
  readonly account: OutsideAccount | null;
  readonly shared: boolean;
}

/** An account here that somebody came for from outside. */
export interface Found extends Proofs {
  readonly uid: number;
  readonly role: number;
  readonly closed: boolean;
}

/** So long may somebody take at the provider. */
export const awayFor = '10 minutes';

export async function noteAway(
  db: Db,
  hash: Buffer,
  { provider, state, nonce, verifier, page, shared }: Away,
): Promise<void> {
  await db`
    insert into outside_signin (hash, provider, state, nonce, verifier, shared, page, expires_at)
    values (${hash}, ${provider}, ${state}, ${nonce}, ${verifier}, ${shared}, ${page}, now() + ${awayFor}::interval)`;
}

/** Takes the sign-in of this browser with this provider, once; null: there is none, or it was taken. */
export async function takeBack(db: Db, hash: Buffer, provider: string, state: string): Promise<Away | null> {
  const [row] = await db<Away[]>`
    update outside_signin set back_at = now()
    where hash = ${hash} and provider = ${provider} and state = ${state} and back_at is null and expires_at > now()
    returning provider, state, nonce, verifier, page, shared`;
  return row ?? null;
}

/** Writes down what came of a sign-in; it is to be ended within two minutes. */
export async function noteOutcome(
  db: Db,
  hash: Buffer,
  { uid, refusal, account }: Omit<Outcome, 'provider' | 'shared'>,
): Promise<void> {
  await db`
    update outside_signin set person_id = ${uid}, refusal = ${refusal}, account = ${account && db.json({ ...account })},
      expires_at = now() + interval '2 minutes'
    where hash = ${hash}`;
}

/** What came of this browser's sign-in; null: nothing yet, or it is over. */
export async function outcomeOf(db: Db, hash: Buffer): Promise<Outcome | null> {
  const [row] = await db<Outcome[]>`
    select provider, person_id as uid, refusal, account, shared from outside_signin
    where hash = ${hash} and (person_id is not null or refusal is not null) and expires_at > now()`;
  return row ?? null;
}

function found(db: Db) {
  return db`a.person_id as uid, a.role, a.blocked or p.closed_on is not null as closed, ${proofs(db)}`;
}

/** The account of a person; null: it is gone. */
export async function accountOf(db: Db, uid: number): Promise<Found | null> {
  const [row] = await db<Found[]>`
    select ${found(db)} from account a join person p on p.id = a.person_id where a.person_id = ${uid}`;
  return row ?? null;
}

/** Whose outside account this is; null: nobody's yet. */
export async function linkedTo(db: Db, { issuer, subject }: OutsideAccount): Promise<Found | null> {
  const [row] = await db<Found[]>`
    select ${found(db)} from outside_account o join account a on a.person_id = o.person_id join person p on p.id = a.person_id
    where o.issuer = ${issuer} and o.subject = ${subject}`;
  return row ?? null;
}

/** The one account that an imported identifier names, locked: the login in any case of letters, or the registrar's key. */
export async function calledHere(db: Db, is: 'login' | 'code', identifier: string): Promise<Found | null> {
  const [row] = await db<Found[]>`
    select ${found(db)} from account a join person p on p.id = a.person_id
    where ${is === 'login' ? db`lower(a.login) = lower(${identifier})` : db`p.code = ${identifier}`}
    for update of a`;
  return row ?? null;
}

/** Links an outside account and a person, one for one; false: one of them is linked otherwise. */
export async function link(db: Db, { issuer, subject }: OutsideAccount, uid: number): Promise<boolean> {
  const linked = await db`
    insert into outside_account (issuer, subject, person_id) values (${issuer}, ${subject}, ${uid})
    on conflict do nothing`;
  return linked.count === 1;
}

/**
 * Ends the sessions that were begun by an outside account, or by one session of it there; gives whose they were. A message
 * that was taken before ends nothing.
 */
export async function endSessions(db: Db, { issuer, id, subject, sid, until }: Ended): Promise<number[]> {
  const rows = await db<{ uid: number }[]>`
    with fresh as (
      insert into outside_message (issuer, id, expires_at) values (${issuer}, ${id}, to_timestamp(${until}))
      on conflict do nothing returning id)
    delete from session using fresh
    where outside ->> 'issuer' = ${issuer} and (${subject}::text is null or outside ->> 'subject' = ${subject})
      and (${sid}::text is null or outside ->> 'sid' = ${sid})
    returning person_id as uid`;
  return [...new Set(rows.map(({ uid }) => uid))];
}
