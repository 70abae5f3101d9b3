import type { Db } from '../database/database.ts';
import { externalPasswordHash } from './password.ts';

/** SQL condition: the password of account `a` is kept elsewhere, and not here. */
export const hasExternalPasswordSql = (db: Db) => db`a.password_hash = ${externalPasswordHash}`;

/**
 * SQL condition: the person of account `a` and session `s` may know no password. They came by an account elsewhere and never chose one here,
 * or theirs was kept by a directory to which they are linked no more. `directories`: issuers of those that are asked for one.
 */
export const mayLackPasswordSql = (db: Db, directories: readonly string[]) => db`
  (a.must_change and s.linked_account is not null or ${hasExternalPasswordSql(db)}) and not exists (
    select from linked_account k where k.person_id = a.person_id and k.issuer = any (${directories as string[]}::text[]))`;

/** The password of this account is kept elsewhere from now on, and not here. */
export async function markPasswordExternal(db: Db, uid: number): Promise<void> {
  await db`
    update account a set password_hash = ${externalPasswordHash}, must_change = false, slip_until = null,
      password_version = password_version + 1
    where person_id = ${uid} and not ${hasExternalPasswordSql(db)}`;
}

/** Whether the password of an account is kept elsewhere. */
export async function isPasswordExternal(db: Db, uid: number): Promise<boolean> {
  const [row] = await db`select from account a where a.person_id = ${uid} and ${hasExternalPasswordSql(db)}`;
  return row !== undefined;
}

/** The accounts of a person that directories keep, by the issuers that stand for them. */
export async function readDirectoryAccounts(db: Db, uid: number, issuers: readonly string[]) {
  return await db<{ issuer: string; subject: string }[]>`
    select issuer, subject from linked_account where person_id = ${uid} and issuer = any (${issuers as string[]}::text[])`;
}
