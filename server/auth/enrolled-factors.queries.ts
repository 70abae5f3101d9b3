import type { Db } from '../database/database.ts';

/** What is set up for an account besides its password. */
export interface EnrolledFactors {
  readonly hasCodes: boolean;
  readonly hasPasskey: boolean;
  /** The person holds a permission. */
  readonly holds: boolean;
}

/** SQL: the columns of EnrolledFactors, for an account `a`. */
export function enrolledFactorColumnsSql(db: Db) {
  return db`a.second_step_since is not null as "hasCodes",
    exists (select from passkey k where k.person_id = a.person_id) as "hasPasskey",
    exists (select from permission_now r where r.person_id = a.person_id) as holds`;
}
