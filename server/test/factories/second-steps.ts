import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Gives somebody a confirmed authenticator app; its seed opens nothing, unless one is named. */
export async function addConfirmedAuthenticator(
  db: Db,
  who: PersonReference,
  seed: Uint8Array = new Uint8Array(1),
): Promise<void> {
  const person = personIdFragment(db, who);
  await db`
    insert into one_time_key (person_id, secret, confirmed_at) values (${person}, ${seed}, now())
    on conflict do nothing`;
  await db`update account set second_step_since = now() where person_id = ${person}`;
}

/** Lets some browser of somebody skip the second step for 30 days. */
export async function rememberBrowser(db: Db, who: PersonReference): Promise<void> {
  await db`
    insert into remembered_second_step (hash, person_id, until)
    values (decode(md5(random()::text), 'hex'), ${personIdFragment(db, who)}, now() + interval '30 days')`;
}

/** Leaves a sign-in of somebody that waits for its second step. */
export async function addPendingSecondStep(db: Db, who: PersonReference): Promise<void> {
  await db`
    insert into pending_second_step (hash, person_id, shared, expires_at)
    values (decode(md5(random()::text), 'hex'), ${personIdFragment(db, who)}, false, now() + interval '5 minutes')`;
}
