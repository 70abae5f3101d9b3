import type { Sql } from 'postgres';
import { schemaLock } from './migrate.ts';

/** As which calls run: a role that reads and writes rows, and owns nothing. */
export const callsRole = 'bilim_calls';

/** What happened: calls add rows and read them, whatever statement somebody makes them send. */
const histories = [
  'audit',
  'permission_event',
  'account_event',
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
/** Only commands and the start write these. */
const readOnly = ['audit_retention', 'migration', 'applied_function'];

/**
 * Gives the role its rights on the tables as they are now. Several nodes may call this at once, or while another one
 * migrates: one works, the others wait.
 * @param sql a connection of the owner
 * @returns whether there is such a role that the owner may take; without it calls run as the owner
 */
export async function grantCalls(sql: Sql): Promise<boolean> {
  const [role] = await sql`select from pg_roles where rolname = ${callsRole} and pg_has_role(oid, 'member')`;
  if (!role) return false;
  await sql.begin(async (db) => {
    // PostgreSQL refuses two that change the rights on one table in the same moment.
    await db`set local statement_timeout = 0`;
    await db`set local lock_timeout = 0`;
    await db`select pg_advisory_xact_lock(${schemaLock})`;
    await db.unsafe(`
      grant usage on schema public to ${callsRole};
      grant select, insert, update, delete on all tables in schema public to ${callsRole};
      grant usage, select, update on all sequences in schema public to ${callsRole};
      revoke update, delete on ${histories.join(', ')} from ${callsRole};
      revoke insert, update, delete on ${readOnly.join(', ')} from ${callsRole};`);
  });
  return true;
}
