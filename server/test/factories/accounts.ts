import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Notes that these people have signed in before. */
export async function markSignedIn(db: Db, people: readonly number[]): Promise<void> {
  await db`insert into signin_first (person_id) select unnest(${people as number[]}::bigint[]) on conflict do nothing`;
}

/** Has these people ask for a new password from the sign-in page. */
export async function addPasswordRequests(db: Db, people: readonly number[]): Promise<void> {
  await db`insert into forgotten_password (person_id) select unnest(${people as number[]}::bigint[])`;
}

/** Notes that one account went into another one; nothing is moved. */
export async function recordMerge(db: Db, stay: PersonReference, gone: PersonReference): Promise<void> {
  const [to, from] = [personIdFragment(db, stay), personIdFragment(db, gone)];
  await db`insert into person_merge (stay_id, gone_id, by_id) values (${to}, ${from}, ${to})`;
}
