import type { Output } from '@bilim/contract/call.ts';
import type { passkeys } from '@bilim/contract/passkeys.ts';
import type { LinkedAccount } from '../../auth/linked-account.ts';
import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';

/** For what a browser is asked, and whom; null: somebody signs in, and nobody knows who. */
export interface Ceremony {
  readonly purpose: 'signIn' | 'add' | 'prove';
  readonly uid: number | null;
  /** The account of a directory that vouched for the password of whoever adds a key. */
  readonly vouchedBy?: LinkedAccount | null;
}

/** What a browser was asked. */
export interface ConsumedChallenge {
  readonly challenge: string;
  readonly vouchedBy: LinkedAccount | null;
}

/** A key as it is checked. */
export interface StoredPasskey {
  readonly id: number;
  readonly uid: number;
  readonly credential: string;
  readonly publicKey: Buffer;
  readonly uses: number;
  /**
   * The linked account that vouched for the password with which it was added, or that began the session; null: neither, the
   * password is the portal's own.
   */
  readonly by: LinkedAccount | null;
}

/** Who adds a key, and in which session. */
type Owner = Pick<Caller, 'uid' | 'sessionId'>;

/** A key that was just made. */
export interface NewPasskey {
  readonly credential: string;
  readonly publicKey: Uint8Array;
  readonly uses: number;
  readonly transports: readonly string[];
  readonly agent: string | null;
  readonly vouchedBy: LinkedAccount | null;
}

export async function readPasskeys(db: Db, uid: number): Promise<Output<typeof passkeys.list>> {
  return await db<Output<typeof passkeys.list>>`
    select id, agent, since, used_at as "usedAt" from passkey where person_id = ${uid} order by since desc, id desc`;
}

/** How a person's devices call their keys. */
export async function readCredentialIds(db: Db, uid: number): Promise<{ id: string; transports: string[] }[]> {
  return await db<{ id: string; transports: string[] }[]>`
    select credential as id, transports from passkey where person_id = ${uid}`;
}

export async function storeChallenge(
  db: Db,
  hash: Buffer,
  { challenge, purpose, uid, vouchedBy = null, seconds }: Ceremony & { challenge: string; seconds: number },
): Promise<void> {
  await db`
    insert into passkey_challenge (hash, challenge, purpose, person_id, by_account, expires_at)
    values (${hash}, ${challenge}, ${purpose}, ${uid}, ${vouchedBy && db.json({ ...vouchedBy })},
      now() + ${seconds} * interval '1 second')`;
}

/** Takes what this browser was asked for a purpose, once; null: nothing, or it is over. */
export async function consumeChallenge(
  db: Db,
  hash: Buffer,
  { purpose, uid }: Ceremony,
): Promise<ConsumedChallenge | null> {
  const [row] = await db<(ConsumedChallenge & { isOpen: boolean })[]>`
    delete from passkey_challenge where hash = ${hash} and purpose = ${purpose} and person_id is not distinct from ${uid}::bigint
    returning challenge, by_account as "vouchedBy", expires_at > now() as "isOpen"`;
  return row?.isOpen ? row : null;
}

/** Removes challenges that no browser answered in time. */
export async function sweepChallenges(db: Db): Promise<void> {
  await db`delete from passkey_challenge where expires_at < now()`;
}

/** Adds a key in a session of its owner; false: it is somebody's already. */
export async function addPasskey(db: Db, { uid, sessionId }: Owner, key: NewPasskey): Promise<boolean> {
  const added = await db`
    insert into passkey (person_id, credential, public_key, uses, transports, agent, by_account)
    values (${uid}, ${key.credential}, ${Buffer.from(key.publicKey)}, ${key.uses}, ${[...key.transports]}::text[],
      ${key.agent},
      coalesce(${key.vouchedBy && db.json({ ...key.vouchedBy })}::jsonb, (select linked_account from session where id = ${sessionId})))
    on conflict do nothing`;
  return added.count === 1;
}

export async function deletePasskey(db: Db, uid: number, id: number): Promise<boolean> {
  const removed = await db`delete from passkey where person_id = ${uid} and id = ${id}`;
  return removed.count === 1;
}

/** Whose key this is; null: nobody's. */
export async function findPasskeyOwner(db: Db, credential: string): Promise<number | null> {
  const [row] = await db<{ uid: number }[]>`select person_id as uid from passkey where credential = ${credential}`;
  return row?.uid ?? null;
}

/** The key of somebody who may sign in, locked; null: there is none. */
export async function lockPasskeyForSignIn(db: Db, credential: string): Promise<StoredPasskey | null> {
  const [row] = await db<StoredPasskey[]>`
    select k.id, k.person_id as uid, k.credential, k.public_key as "publicKey", k.uses, k.by_account as by
    from passkey k join open_account o on o.person_id = k.person_id
    where k.credential = ${credential} for update of k`;
  return row ?? null;
}

export async function storePasskeyUse(db: Db, id: number, uses: number): Promise<void> {
  await db`update passkey set uses = ${uses}, used_at = now() where id = ${id}`;
}
