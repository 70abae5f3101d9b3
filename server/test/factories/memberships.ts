import type { Sql } from 'postgres';
import type { Db } from '../../database/database.ts';

/** The days of a student in a group, YYYY-MM-DD; no last one while no end is known. */
export interface MembershipSpan {
  readonly group: number;
  readonly from: string;
  readonly to: string | null;
}

/** Puts a student into these groups, and out of all others. */
export async function setMemberships(db: Db | Sql, student: number, spans: readonly MembershipSpan[]): Promise<void> {
  await db`delete from group_membership where student_id = ${student}`;
  for (const { group, from, to } of spans)
    await db`
      insert into group_membership (student_id, group_id, starts_on, ends_on) values (${student}, ${group}, ${from}, ${to})`;
}
