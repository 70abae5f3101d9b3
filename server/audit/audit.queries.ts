import type { Sql } from 'postgres';

/** What went of one kind of audit rows: how many, all from before a day. */
export interface DeletedAuditRows {
  readonly kind: string;
  readonly until: string;
  readonly removed: string;
}

/** Removes the audit rows whose time is over, whole months by the retention of each kind; the database writes it down. */
export async function deleteExpiredAuditRows(sql: Sql): Promise<DeletedAuditRows[]> {
  return await sql<DeletedAuditRows[]>`select kind, until::text, removed::text from remove_old_audit()`;
}

/** Writes down that the rows were held against their chain, how many that were, and how many kinds of faults were found. */
export async function recordAuditVerification(sql: Sql, faults: number): Promise<void> {
  await sql`
    insert into audit (action, detail)
    select 'audit.verified', jsonb_build_object('rows', count(*), 'faults', ${faults}::int) from audit_chain`;
}
