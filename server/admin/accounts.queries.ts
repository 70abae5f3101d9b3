import { permissions } from '@bilim/contract/permissions.ts';
import { type SignInMethod, secondStepMethods } from '@bilim/contract/sign-in-methods.ts';
import type { Sql, TransactionSql } from 'postgres';
import type { MethodChange } from '../auth/methods/registry.ts';
import {
  countSignInMethods,
  type RemovedMethods,
  removedMethodsDetail,
  removeMethods,
} from '../auth/methods/sign-in-methods.queries.ts';
import { endPendingSignIns } from '../auth/pending-sign-ins.queries.ts';
import { codeThrottleKeys } from '../auth/second-step.ts';
import { type SessionEndReason, setSessionEndReasonSql } from '../auth/session-end.ts';
import { clearThrottle, loginThrottleKey } from '../auth/throttle.ts';
import { StartupError } from '../core/startup-error.ts';
import { notifyMethodsChanged } from '../delivery/method-changes.queries.ts';
import { generateFirstPassword, hashFirstPassword } from '../import/passwords.ts';
import { deleteArchives } from '../university/archive/ready.queries.ts';

/** An account that a command was given by its login. */
interface Account {
  readonly id: string;
  readonly login: string;
  readonly fullName: string;
  readonly blocked: boolean;
  readonly closed: boolean;
}

/** A session as a command shows it. */
export interface ListedSession {
  readonly begun: string;
  readonly seen: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly isShared: boolean;
}

/** A name by its parts; the last word of three is the patronymic. */
type Name = readonly [surname: string, name: string, patronymic?: string];

/** Holders of all accounts who can sign in. A right over the people of some faculties is none over all. */
const holders = (db: TransactionSql) => db<{ login: string }[]>`
  select a.login from permission_now r
  join account a on a.person_id = r.person_id and not a.blocked
  join person p on p.id = a.person_id and p.closed_on is null
  where r.code = 'accounts' and r.faculty_id is null
  order by a.login limit 5`;

/**
 * Gives every permission to an account, while nobody who can sign in looks after all accounts. With a name a new
 * account is made, of a person who belongs to no table of the registrar's, so that no import closes it. The
 * permissions count as given by hand: the registrar's table of rights does not know them, and takes none away.
 * @returns whose it is, and the first password of a new account
 * @throws StartupError with the reason why not
 */
export async function createFirstAdministrator(
  sql: Sql,
  login: string,
  name: Name | null,
): Promise<{ account: Account; password: string | null }> {
  return await sql.begin(async (db) => {
    // Two commands at once make one administrator.
    await db`lock table permission in share row exclusive mode`;
    const held = await holders(db);
    if (held.length > 0)
      throw new StartupError(
        `There is an administrator already: ${held.map((one) => one.login).join(', ')}. They give rights to others in the portal; a lost password: npm run admin -- password LOGIN.`,
      );
    const made = name === null ? null : await makeAccount(db, login, name);
    const account = await openAccount(db, login);
    await db`
      insert into permission (person_id, code, by_hand)
      select ${account.id}::bigint, code, true from unnest(${[...permissions]}::text[]) as code
      on conflict on constraint permission_unique do update set ends_on = null, by_hand = true
        where permission.ends_on is not null or not permission.by_hand`;
    await insertAuditEntry(db, 'account.first', account, { made: made !== null });
    return { account, password: made };
  });
}

async function makeAccount(db: TransactionSql, login: string, [surname, name, patronymic]: Name): Promise<string> {
  const [taken] = await db`
    select from account where lower(login) = lower(${login}) union all select from person where code = ${login}`;
  if (taken) throw new StartupError(`There is a ${login} already: leave --name out.`);
  const password = generateFirstPassword();
  await db`
    with made as (
      insert into person (code, surname, name, patronymic)
      values (${login}, ${surname}, ${name}, ${patronymic ?? null}) returning id)
    insert into account (person_id, login, password_hash, role, must_change)
    select id, ${login}, ${hashFirstPassword(password)}, 1, true from made`;
  return password;
}

/** What stood in the way of an account. */
export interface UnlockResult {
  readonly account: Account;
  readonly wasBlocked: boolean;
  /** Browsers that had to wait before their next try. */
  readonly waiting: number;
}

/** Lifts a block, and forgets the wrong passwords for which somebody waits at this account. */
export async function unlockAccount(sql: Sql, login: string): Promise<UnlockResult> {
  return await sql.begin(async (db) => {
    const account = await findAccount(db, login);
    if (account.closed)
      throw new StartupError(
        `${account.login} is closed, for the registrar's tables no longer hold this person: an import that names them opens the account.`,
      );
    await db`update account set blocked = false where person_id = ${account.id} and blocked`;
    const keys = [loginThrottleKey(account.login), ...codeThrottleKeys(Number(account.id))];
    const cleared = await clearThrottle(db, keys);
    await insertAuditEntry(db, 'account.unblocked', account, { ...cleared });
    return { account, wasBlocked: account.blocked, waiting: cleared.waits };
  });
}

/** How an account is reset from the command line. */
export interface AccountResetOptions {
  /** The sign-in methods that are removed, besides password and sessions. */
  readonly methods: readonly SignInMethod[];
  /** Issuers whose links no reset removes: directories keep them. */
  readonly directories: readonly string[];
  readonly mails: boolean;
}

/** What a reset did. */
export interface ResetResult {
  readonly account: Account;
  readonly ended: number;
  readonly removed: RemovedMethods;
}

/** Ends the sessions of an account, what would become one, and what else the reset names; notifies its person. */
export async function revokeAllAccess(
  db: TransactionSql,
  uid: number,
  { methods, directories, mails }: AccountResetOptions,
  { why, change }: { why: SessionEndReason; change: MethodChange },
): Promise<Pick<ResetResult, 'ended' | 'removed'>> {
  await notifyMethodsChanged(db, uid, change, mails);
  const { count } =
    await db`delete from session where person_id = ${uid} and invented is null and ${setSessionEndReasonSql(db, why)}`;
  await endPendingSignIns(db, [uid]);
  // The file has no row any more, and is swept.
  await deleteArchives(db, [uid]);
  return { ended: count, removed: await removeMethods(db, uid, methods, directories) };
}

/** Takes the second step, keys and codes, of a person who lost it, and ends their sessions; null: there was none. */
export async function resetSecondStep(
  sql: Sql,
  login: string,
  reset: AccountResetOptions,
): Promise<ResetResult | null> {
  return await sql.begin(async (db) => {
    const account = await findAccount(db, login);
    const uid = Number(account.id);
    const had = await countSignInMethods(db, uid, reset.directories);
    if (secondStepMethods.every((method) => had[method] === 0)) return null;
    const methods = [...new Set([...reset.methods, ...secondStepMethods])];
    const done = await revokeAllAccess(db, uid, { ...reset, methods }, { why: 'office', change: 'reset' });
    await insertAuditEntry(db, 'secondstep.reset', account, removedMethodsDetail(done.removed));
    return { account, ...done };
  });
}

/** The live sessions of an account, the one seen last first, and its sign-in methods. */
export async function readAccountSessions(
  sql: Sql,
  login: string,
  directories: readonly string[],
): Promise<{ account: Account; sessions: ListedSession[]; methods: Record<SignInMethod, number> }> {
  return await sql.begin('read only', async (db) => {
    const account = await findAccount(db, login, false);
    const sessions = await db<ListedSession[]>`
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as begun,
        to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as seen,
        host(address) as address, agent, shared as "isShared"
      from session where person_id = ${account.id} and expires_at > now() and invented is null
      order by last_seen_at desc, id desc`;
    return { account, sessions: [...sessions], methods: await countSignInMethods(db, Number(account.id), directories) };
  });
}

/** Ends every session of an account. */
export async function revokeAccessByLogin(sql: Sql, login: string, reset: AccountResetOptions): Promise<ResetResult> {
  return await sql.begin(async (db) => {
    const account = await findAccount(db, login);
    const done = await revokeAllAccess(db, Number(account.id), reset, { why: 'office', change: 'reset' });
    if (done.ended > 0 || Object.keys(done.removed).length > 0)
      await insertAuditEntry(db, 'account.sessions', account, {
        count: done.ended,
        ...removedMethodsDetail(done.removed),
      });
    return { account, ...done };
  });
}

async function findAccount(db: TransactionSql, login: string, isLocked = true): Promise<Account> {
  const [account] = await db<Account[]>`
    select a.person_id as id, a.login, p.full_name as "fullName", a.blocked, p.closed_on is not null as closed
    from account a join person p on p.id = a.person_id
    where lower(a.login) = lower(${login}) ${isLocked ? db`for update of a` : db``}`;
  if (!account) throw new StartupError(`Nobody signs in as ${login}: see the login in the registrar's table.`);
  return account;
}

async function openAccount(db: TransactionSql, login: string): Promise<Account> {
  const account = await findAccount(db, login).catch((failure: unknown) => {
    if (!(failure instanceof StartupError)) throw failure;
    throw new StartupError(
      `Nobody signs in as ${login}: import the people first, or make the account with --name "SURNAME NAME".`,
    );
  });
  if (account.blocked || account.closed)
    throw new StartupError(
      `${account.login} is ${account.blocked ? 'blocked' : 'closed'} and could not sign in: name somebody else${account.blocked ? `, or npm run admin -- unlock ${account.login}` : ''}.`,
    );
  return account;
}

/** What was done from the command line has nobody as its actor, and no address. */
async function insertAuditEntry(
  db: TransactionSql,
  action: string,
  account: Account,
  detail: Record<string, number | boolean | Readonly<Record<string, number>>>,
): Promise<void> {
  await db`
    insert into audit (action, detail)
    values (${action}, jsonb_build_object('person', ${account.id}::bigint) || ${JSON.stringify(detail)}::text::jsonb)`;
}
