import type { TransactionSql } from 'postgres';

/** Milliseconds, 24 days: the most that PostgreSQL takes. The driver would drop a zero, which means no limit. */
export const maxTimeoutMs = 2_147_483_647;

/** For a connection of the operator's commands: nothing that the server or the role limits ends them while they work. */
export const unlimitedTimeouts = {
  statement_timeout: maxTimeoutMs,
  lock_timeout: maxTimeoutMs,
  idle_in_transaction_session_timeout: maxTimeoutMs,
  idle_session_timeout: maxTimeoutMs,
} as const;

/** Lifts, for a transaction, every limit on time that the server or the role may have: large tables take theirs. */
export async function liftTimeLimits(db: TransactionSql): Promise<void> {
  // Older versions of PostgreSQL do not know all of them.
  await db`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
}
