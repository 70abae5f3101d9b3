import type { Db } from '../database/database.ts';

/** What an account can prove itself with besides the password. */
export interface HeldProofs {
  readonly hasCodes: boolean;
  readonly hasPasskey: boolean;
  /** The person holds a permission. */
  readonly holds: boolean;
}

/** SQL: the proofs of an account `a`. */
export function selectHeldProofs(db: Db) {
  return db`a.second_step_since is not null as "hasCodes",
    exists (select from passkey k where k.person_id = a.person_id) as "hasPasskey",
    exists (select from permission_now r where r.person_id = a.person_id) as holds`;
}
