import type { FastifyRequest } from 'fastify';
import { setAuditActor } from '../../auth/audit.ts';
import { directoryIssuer } from '../../auth/directory/directories.ts';
import { type RemovedMethods, removeMethodsAddedBy } from '../../auth/methods/sign-in-methods.queries.ts';
import { endPendingSignIns } from '../../auth/pending-sign-ins.queries.ts';
import { codeThrottleKeys } from '../../auth/second-step.ts';
import { type SessionEndReason, setSessionEndReasonSql } from '../../auth/session-end.ts';
import { clearThrottle, loginThrottleKey } from '../../auth/throttle.ts';
import { clientAddress } from '../../core/addresses.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameColumn } from '../../university/university.queries.ts';
import type { AuthorizedAccount } from './people.access.ts';

/** A slip is used within so many days. */
const slipDays = 3;

/** Why something was done to an account, and by whom. */
interface Reason {
  readonly person: number;
  readonly action: string;
  readonly reason: string;
  readonly by: number;
}

/** Keeps why something was done to an account; gives the number that the trail names. */
export async function storeAccountEvent(db: Db, { person, action, reason, by }: Reason): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into account_event (person_id, action, reason, by_id) values (${person}, ${action}, ${reason}, ${by})
    returning id`;
  if (!row) throw new Error('no row came back');
  return row.id;
}

/** How many reasons are offered again, and among how many of the last actions they are looked for. */
const maxReasons = 5;
const maxEvents = 100;

/** The last reasons that somebody gave more than once, the newest first, each once. */
export async function readLastReasons(db: Db, by: number): Promise<string[]> {
  const rows = await db<{ reason: string }[]>`
    select e.reason from (
      select id, reason from account_event where by_id = ${by} order by id desc limit ${maxEvents}) e
    group by e.reason having count(*) > 1 order by max(e.id) desc limit ${maxReasons}`;
  return rows.map(({ reason }) => reason);
}

/**
 * Keeps why rights change, by whom and from where; the trail that the database itself writes of them in this transaction says
 * all three. Gives the number as `storeAccountEvent`.
 */
export async function storeReasonForAudit(db: Db, request: FastifyRequest, reason: Reason): Promise<number> {
  const event = await storeAccountEvent(db, reason);
  await db`select set_config('bilim.event', ${String(event)}, true)`;
  await setAuditActor(db, { person: reason.by, address: clientAddress(request), request: request.id });
  return event;
}

/** Blocks an account, or lifts the block; false: it was so already. */
export async function setBlocked(db: Db, account: AuthorizedAccount, isBlocked: boolean): Promise<boolean> {
  const changed = await db`
    update account set blocked = ${isBlocked} where person_id = ${account.id} and blocked <> ${isBlocked}`;
  return changed.count === 1;
}

/** Ends every session of an account, and what would become one; gives how many. */
export async function endAllSessions(
  db: Db,
  { id }: AuthorizedAccount,
  why: SessionEndReason = 'office',
): Promise<number> {
  const { count } =
    await db`delete from session where person_id = ${id} and invented is null and ${setSessionEndReasonSql(db, why)}`;
  await endPendingSignIns(db, [id]);
  return count;
}

/** Ends one session of an account; false: there is none of that number. */
export async function endOneSession(db: Db, { id }: AuthorizedAccount, session: number): Promise<boolean> {
  const ended =
    await db`delete from session where id = ${session} and person_id = ${id} and invented is null and ${setSessionEndReasonSql(db, 'office')}`;
  return ended.count === 1;
}

/**
 * Unlinks an account from its entry in a directory, and ends what came by it: rights of groups, every session and
 * pending sign-in, and the sign-in methods that it vouched for, also by way of each other. Null: there is no such
 * link. It is not known which sessions began with one of its keys, nor who set up codes, mail address and calendar:
 * all of these that were made since the link are removed.
 */
export async function unlinkDirectory(
  db: Db,
  account: AuthorizedAccount,
  directory: string,
): Promise<RemovedMethods | null> {
  const { id } = account;
  const issuer = directoryIssuer({ id: directory });
  const [gone] = await db<{ subject: string; since: string }[]>`
    delete from linked_account where person_id = ${id} and issuer = ${issuer} returning subject, linked_at as since`;
  if (!gone) return null;
  await db`delete from permission where person_id = ${id} and directory = ${directory}`;
  await endAllSessions(db, account);
  return await removeMethodsAddedBy(db, id, { issuer, subject: gone.subject }, gone.since);
}

/**
 * Puts the password of a slip in force: waiting after wrong passwords ends, and it must be changed at the first sign-in.
 * Gives until when it opens the account.
 */
export async function activatePasswordSlip(db: Db, account: AuthorizedAccount, hash: string): Promise<string> {
  const [row] = await db<{ until: string }[]>`
    update account set password_hash = ${hash}, must_change = true, password_version = password_version + 1,
      slip_until = now() + ${slipDays}::int * interval '1 day'
    where person_id = ${account.id} returning slip_until as until`;
  if (!row) throw new Error('a locked account is not there');
  await clearThrottle(db, [loginThrottleKey(account.login), ...codeThrottleKeys(account.id)]);
  return row.until;
}

/** What is on a slip beside the password. */
export async function readPasswordSlip(db: Db, id: number, language: Language) {
  const [row] = await db<{ fio: string; place: string; login: string; university: string }[]>`
    select p.full_name as fio, a.login, coalesce(g.name, '') as place,
      coalesce((select ${nameColumn(db, 'u', language)} from university u), 'Bilim') as university
    from account a join person p on p.id = a.person_id
    left join group_student gs on gs.student_id = p.id and gs.is_current left join study_group g on g.id = gs.group_id
    where a.person_id = ${id}`;
  if (!row) throw new Error('a locked account is not there');
  return row;
}

/** A right as it is given. */
export interface PermissionGrant {
  readonly code: string;
  readonly faculty: number | null;
  readonly until: string | null;
}

/** Gives a right, or another end to one that is held; null: it is held just so. */
export async function grantPermission(
  db: Db,
  { id }: AuthorizedAccount,
  { code, faculty, until }: PermissionGrant,
): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    insert into permission (person_id, code, faculty_id, ends_on, by_hand)
    values (${id}, ${code}, ${faculty}, ${until}, true)
    on conflict on constraint permission_unique do update set ends_on = excluded.ends_on, by_hand = true, directory = null
      where permission.ends_on is distinct from excluded.ends_on
    returning id`;
  return row?.id ?? null;
}

/** A right of an account; null: there is none of that number. */
export async function readPermission(db: Db, { id }: AuthorizedAccount, right: number) {
  const [row] = await db<{ code: string; faculty: number | null; directory: string | null }[]>`
    select code, faculty_id as faculty, directory from permission where id = ${right} and person_id = ${id}`;
  return row ?? null;
}

/** Takes a right. */
export async function withdrawPermission(db: Db, { id }: AuthorizedAccount, right: number): Promise<void> {
  await db`delete from permission where id = ${right} and person_id = ${id}`;
}

/** Whether there is such a faculty. */
export async function facultyExists(db: Db, id: number): Promise<boolean> {
  const [row] = await db`select from faculty where id = ${id}`;
  return row !== undefined;
}

/**
 * Makes the account of somebody in no table of the registrar's, whom no import closes; its password goes out by `activatePasswordSlip`.
 * Null: the login is taken.
 */
export async function addPerson(
  db: Db,
  {
    surname,
    name,
    patronymic,
    login,
    hash,
  }: Record<'surname' | 'name' | 'login' | 'hash', string> & { patronymic: string | null },
): Promise<number | null> {
  // Two who add the same login at once make one account.
  await db`select pg_advisory_xact_lock(hashtextextended('login|' || lower(${login}), 0))`;
  const [made] = await db<{ id: number }[]>`
    insert into person (code, surname, name, patronymic)
    select ${login}, ${surname}, ${name}, ${patronymic}
    where not exists (select from account where lower(login) = lower(${login}))
    on conflict (code) do nothing returning id`;
  if (!made) return null;
  // It must be changed from `activatePasswordSlip` on: before that the database would note a first password as an act of its own.
  await db`
    insert into account (person_id, login, password_hash, role, must_change) values (${made.id}, ${login}, ${hash}, 1, false)`;
  return made.id;
}
