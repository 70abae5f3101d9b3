import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { type EnrolledFactors, enrolledFactorColumnsSql } from './enrolled-factors.queries.ts';
import type { LinkedAccount } from './linked-account.ts';
import { foldLookalikes, foldLookalikesSql } from './lookalikes.ts';

/** The portal's account to which an identity of a provider or directory belongs. */
export interface MatchedAccount extends EnrolledFactors {
  readonly uid: number;
  readonly role: number;
  readonly closed: boolean;
}

function found(db: Db) {
  return db`a.person_id as uid, a.role, a.blocked or p.closed_on is not null as closed, ${enrolledFactorColumnsSql(db)}`;
}

/** The account of a person; null: it is gone. */
export async function readMatchedAccount(db: Db, uid: number): Promise<MatchedAccount | null> {
  const [row] = await db<MatchedAccount[]>`
    select ${found(db)} from account a join person p on p.id = a.person_id where a.person_id = ${uid}`;
  return row ?? null;
}

/** Somebody whose account elsewhere is linked; `byIdentifier`: the imported identifier alone did it. */
interface Linked extends MatchedAccount {
  readonly byIdentifier: boolean;
}

/** The person of a linked account; null: it is linked to nobody yet. */
export async function findLinkedPerson(db: Db, { issuer, subject }: LinkedAccount): Promise<Linked | null> {
  const [row] = await db<Linked[]>`
    select ${found(db)}, o.by_identifier as "byIdentifier" from linked_account o join account a on a.person_id = o.person_id join person p on p.id = a.person_id
    where o.issuer = ${issuer} and o.subject = ${subject}`;
  return row ?? null;
}

/** What an identifier is here; a personal number comes as its hash. */
export type IdentifierKind = 'login' | 'code' | 'pin';

/** What an identifier names, and whether it is compared without regard to the case of Latin letters. */
export interface IdentifierRule {
  readonly is: IdentifierKind;
  readonly anyCase?: boolean;
}

/**
 * The one account that an imported identifier names, locked: the login, the registrar's key, or the personal number, letter by
 * letter. No other letters fold: a Kelvin sign is no K.
 */
export async function lockAccountByIdentifier(
  db: Db,
  { is, anyCase }: IdentifierRule,
  identifier: string,
): Promise<MatchedAccount | null> {
  const isCalled = {
    login: anyCase
      ? db`lower(a.login collate "C") = lower(${identifier}::text collate "C")`
      : db`a.login collate "C" = ${identifier}::text`,
    code: db`p.code collate "C" = ${identifier}::text`,
    pin: db`p.pin = ${identifier}`,
  };
  const [row] = await db<MatchedAccount[]>`
    select ${found(db)} from account a join person p on p.id = a.person_id
    where ${isCalled[is]}
    for update of a`;
  return row ?? null;
}

/** Whether an identifier that names nobody here only looks like somebody's. */
export async function resemblesKnownIdentifier(db: Db, { is }: IdentifierRule, identifier: string): Promise<boolean> {
  if (is === 'pin') return false;
  const column = is === 'login' ? db`a.login` : db`p.code`;
  const [row] = await db`
    select from account a join person p on p.id = a.person_id where ${foldLookalikesSql(db, column)} = ${foldLookalikes(identifier)} limit 1`;
  return row !== undefined;
}

/**
 * SQL: the person looks after accounts, or loads data, by a right that this account elsewhere (`jsonb`) has not brought, and could
 * so do as others.
 */
export const isPrivilegedPerson = (db: Db, person: Fragment, account: Fragment) => db`exists (
  select from permission_now n join permission r on r.id = n.id
  where n.person_id = ${person} and n.code in ('accounts', 'import')
    and not brought_by(n.person_id, r.directory, ${account}))`;

/** The login of somebody whom the word of this account elsewhere alone may not link; null: it may. */
export async function findPrivilegedLogin(
  db: Db,
  uid: number,
  { issuer, subject }: LinkedAccount,
): Promise<string | null> {
  const account = db`jsonb_build_object('issuer', ${issuer}::text, 'subject', ${subject}::text)`;
  const [row] = await db<{ login: string }[]>`
    select a.login from account a where a.person_id = ${uid} and ${isPrivilegedPerson(db, db`a.person_id`, account)}`;
  return row?.login ?? null;
}

/**
 * The same, unless the person has linked this account with the password that is kept here; `issuer`: whose word alone it is. A
 * link that was made with the password of a directory opens what the account there may, and no more.
 */
export async function findUnconfirmedPrivilegedLogin(
  db: Db,
  uid: number,
  { issuer, subject }: LinkedAccount,
): Promise<{ login: string; issuer: string } | null> {
  const [asked] = await db<{ by: LinkedAccount | null }[]>`
    select by_account as by from linked_account
    where issuer = ${issuer} and subject = ${subject} and person_id = ${uid} and not by_identifier`;
  if (asked) return asked.by && (await findUnconfirmedPrivilegedLogin(db, uid, asked.by));
  const login = await findPrivilegedLogin(db, uid, { issuer, subject });
  return login === null ? null : { login, issuer };
}

/** Whether the imported identifier may not link an account of this issuer, as the person has unlinked one. */
export async function isLinkingBlocked(db: Db, uid: number, issuer: string): Promise<boolean> {
  const [row] = await db`select from unlinked_account where person_id = ${uid} and issuer = ${issuer}`;
  return row !== undefined;
}

/**
 * What decides whether a person may link an account of an issuer: another one there, by whatever way or linked with the password
 * that is kept here, and an imported personal number.
 */
export async function readLinkingState(
  db: Db,
  uid: number,
  issuer: string,
): Promise<{ hasOther: boolean; hasAsked: boolean; hasPin: boolean }> {
  const [row] = await db<{ hasOther: boolean; hasAsked: boolean; hasPin: boolean }[]>`
    select exists (select from linked_account where person_id = ${uid} and issuer = ${issuer}) as "hasOther",
      exists (select from linked_account where person_id = ${uid} and issuer = ${issuer} and not by_identifier
        and by_account is null) as "hasAsked",
      exists (select from person where id = ${uid} and pin is not null) as "hasPin"`;
  if (!row) throw new Error('a question without an answer');
  return row;
}

/**
 * Links an account elsewhere and a person, one to one: on the word of the imported identifier alone, or on the person's
 * password, for which a directory's account may have vouched. False: one of them is linked otherwise.
 */
export async function linkAccount(
  db: Db,
  { issuer, subject }: LinkedAccount,
  uid: number,
  by: 'identifier' | { readonly vouchedBy: LinkedAccount | null },
): Promise<boolean> {
  const vouchedBy = by === 'identifier' ? null : by.vouchedBy;
  const linked = await db`
    insert into linked_account (issuer, subject, person_id, by_identifier, by_account)
    values (${issuer}, ${subject}, ${uid}, ${by === 'identifier'}, ${vouchedBy && db.json({ ...vouchedBy })})
    on conflict do nothing`;
  return linked.count === 1;
}

/**
 * Records that the person has confirmed with a password a link that an imported identifier, or a password for which a
 * directory had vouched, made before. From then on the link opens what `vouchedBy` may, everything where the password
 * is kept here (null). No directory is linked in the profile, so that none vouches for a link of its own. False:
 * there is no such link, or the password that is kept here made it.
 */
export async function confirmLink(
  db: Db,
  { issuer, subject }: LinkedAccount,
  uid: number,
  vouchedBy: LinkedAccount | null,
): Promise<boolean> {
  const confirmed = await db`
    update linked_account set by_identifier = false, by_account = ${vouchedBy && db.json({ ...vouchedBy })}
    where issuer = ${issuer} and subject = ${subject} and person_id = ${uid} and (by_identifier or by_account is not null)`;
  return confirmed.count === 1;
}
