import { randomUUID } from 'node:crypto';
import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Gives somebody a passkey that opens nothing. */
export async function insertPasskey(db: Db, who: PersonReference, credential: string = randomUUID()): Promise<void> {
  await db`
    insert into passkey (person_id, credential, public_key, uses)
    values (${personIdFragment(db, who)}, ${credential}, '\\x00', 0)`;
}
