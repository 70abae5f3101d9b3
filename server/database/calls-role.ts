import type { Sql } from 'postgres';
import { StartupError } from '../core/startup-error.ts';
import { schemaLockKey } from './migrate.ts';
import { createPostgresClient } from './postgres-client.ts';

/** As which calls run: a role that reads and writes rows, owns nothing, and signs in by itself where it can. */
export const callsRole = 'bilim_calls';

/** What happened: calls add rows and read them, whatever statement somebody makes them send. */
const histories = [
  'audit',
  'audit_chain',
  'permission_event',
  'account_event',
  'consent',
  'privacy_text',
  'journal_event',
  'journal_reading',
  'registration_event',
  'registration_change',
  'order_event',
  'book_event',
  'message_history',
  'moderation_event',
  'report_explanation',
];
/** What a call says of an act; its number and its moment are the database's. */
const auditColumns = ['person_id', 'action', 'address', 'request', 'detail'];
/** Only commands and the start write these. */
const readOnly = ['audit_retention', 'maintenance', 'migration', 'applied_function'];
/** No call removes rows of these: stored imports go by the importer, which works as the owner. */
const neverRemoved = ['import_run', 'erasure', 'class_change'];

/**
 * Gives the role its rights on the tables as they are now. Several nodes may call this at once, or while another one
 * migrates: one works, the others wait.
 * @param sql a connection of the owner
 * @param isOfNewer whether a newer release made the schema: it has given the rights, also on tables that this one does not know
 * @returns whether there is such a role that the owner may take; without it calls run as the owner
 */
export async function grantCallsRole(sql: Sql, isOfNewer = false): Promise<boolean> {
  const [role] = await sql<{ isTaken: boolean }[]>`
    select pg_has_role(oid, 'member') as "isTaken" from pg_roles where rolname = ${callsRole}`;
  if (!role) return false;
  if (isOfNewer) return role.isTaken;
  await sql.begin(async (db) => {
    // PostgreSQL refuses two that change the rights on one table in the same moment.
    await db`set local statement_timeout = 0`;
    await db`set local lock_timeout = 0`;
    await db`select pg_advisory_xact_lock(${schemaLockKey})`;
    await db.unsafe(`
      grant usage on schema public to ${callsRole};
      grant select, insert, update, delete on all tables in schema public to ${callsRole};
      revoke all on all sequences in schema public from ${callsRole};
      revoke update, delete on ${histories.join(', ')} from ${callsRole};
      revoke delete on ${neverRemoved.join(', ')} from ${callsRole};
      revoke insert, update, delete on ${readOnly.join(', ')} from ${callsRole};
      revoke insert on audit from ${callsRole};
      grant insert (${auditColumns.join(', ')}) on audit to ${callsRole};`);
    // An identity column takes its number without a right on its sequence; a default that calls nextval needs usage. Nobody
    // but the owner sets a number.
    const counters = await db<{ name: string }[]>`
      select s.oid::regclass::text as name from pg_class s
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype = 'i')`;
    if (counters.length)
      await db.unsafe(`grant usage on sequence ${counters.map(({ name }) => name).join(', ')} to ${callsRole}`);
    // A table of the session's own would be found before the real one: acts could be written where nobody reads them.
    const [own] = await db<{ name: string }[]>`
      select quote_ident(datname) as name from pg_database
      where datname = current_database() and pg_has_role(datdba, 'usage')`;
    if (own)
      await db.unsafe(
        `grant temporary on database ${own.name} to current_user; revoke temporary on database ${own.name} from public`,
      );
  });
  return role.isTaken;
}

/**
 * Checks that this address connects as the role of calls, and to the database of the owner's connection.
 * @param sql a connection of the owner
 * @throws StartupError when somebody else does, it leads elsewhere, or it could become the owner of the tables
 */
export async function checkCallsLogin(sql: Sql, callsUrl: string): Promise<void> {
  const [{ owner } = { owner: '' }] = await sql<{ owner: string }[]>`select session_user::text as owner`;
  const calls = createPostgresClient(callsUrl, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    const [row] = await calls<{ name: string; mayOwn: boolean }[]>`
      select session_user::text as name,
        coalesce((select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = ${owner}), false) as "mayOwn"`;
    if (row?.name !== callsRole)
      throw new StartupError(`DATABASE_CALLS_URL signs in as ${row?.name}, but it must be the role ${callsRole}.`);
    if (!(await isSameDatabase(sql, calls)))
      throw new StartupError(
        'DATABASE_CALLS_URL leads to another database than DATABASE_URL: name the same server and database in both.',
      );
    if (row.mayOwn)
      throw new StartupError(`The role ${callsRole} may become ${owner}: revoke ${owner} from ${callsRole}.`);
  } catch (failure) {
    if (failure instanceof StartupError) throw failure;
    throw new StartupError(`DATABASE_CALLS_URL does not let the role of calls in: ${(failure as Error).message}.`);
  } finally {
    await calls.end({ timeout: 5 });
  }
}

/** A lock that one connection holds is seen by the other in the same database alone, whatever the addresses say. */
async function isSameDatabase(sql: Sql, other: Sql): Promise<boolean> {
  return await sql.begin(async (db) => {
    const [held] = await db<{ key: number }[]>`
      select key, pg_advisory_xact_lock(key) from (select (random() * 1e9)::int as key) one`;
    const [row] = await other<{ isFree: boolean }[]>`
      select pg_try_advisory_xact_lock(${held?.key ?? 0}) as "isFree"`;
    return row?.isFree === false;
  });
}
