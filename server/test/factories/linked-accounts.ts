import { randomUUID } from 'node:crypto';
import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Links somebody's account with one that a provider or a directory keeps; one that is linked already stays. */
export async function insertLinkedAccount(
  db: Db,
  who: PersonReference,
  issuer: string,
  subject: string = randomUUID(),
): Promise<void> {
  await db`
    insert into linked_account (issuer, subject, person_id) values (${issuer}, ${subject}, ${personIdFragment(db, who)})
    on conflict do nothing`;
}
