import type { TransactionSql } from 'postgres';

/**
 * For a connection of the operator's commands: nothing that the server or the role limits ends them while they work. As
 * text, for the driver drops a number that is zero.
 */
export const unlimitedSession = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
} as const;

/** Lifts, for a transaction, every limit on time that the server or the role may have: large tables take theirs. */
export async function withoutLimits(db: TransactionSql): Promise<void> {
  // Older versions of PostgreSQL do not know all of them.
  await db`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
}
