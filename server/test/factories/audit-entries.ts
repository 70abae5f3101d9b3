import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** What an entry of the audit says; whatever is left out is as of a command that runs now. */
export interface AuditEntryValues {
  readonly person?: PersonReference;
  readonly detail?: object;
  /** A moment as PostgreSQL reads it. */
  readonly at?: string;
  /** How long ago, as an interval of PostgreSQL; instead of `at`. */
  readonly ago?: string;
  readonly address?: string;
  /** So many alike. */
  readonly count?: number;
}

/** Writes entries of the audit; gives their ids. */
export async function addAuditEntries(db: Db, action: string, values: AuditEntryValues = {}): Promise<number[]> {
  const { person, detail = {}, at = null, ago = '0', address = null, count = 1 } = values;
  const rows = await db<{ id: number }[]>`
    insert into audit (person_id, action, detail, at, address)
    select ${person === undefined ? null : personIdFragment(db, person)}, ${action},
      ${JSON.stringify(detail)}::text::jsonb,
      coalesce(${at}::timestamptz, clock_timestamp() - ${ago}::interval), ${address}::inet
    from generate_series(1, ${count}::int)
    returning id::float8 as id`;
  return rows.map(({ id }) => id);
}
