import type { Db } from '../../database/database.ts';
import type { RegisteredMethod } from './registered-method.ts';

/** Why an address is the person's no longer: by a choice of theirs, or with all sign-in methods; of a blocked account there is a notice. */
type FarewellTopic = 'replaced' | 'reset';

/** Tells a confirmed address that it is the person's no longer, when `unless` is another one. */
export async function notifyFormerAddress(
  db: Db,
  uid: number,
  unless: string | null,
  topic: FarewellTopic = 'replaced',
): Promise<void> {
  await db`
    insert into notification_outbox (person_id, topic, thing, address, language, due_at)
    select person_id, case when ${topic} = 'reset' and a.blocked then 'blocked' else ${topic} end,
      (extract(epoch from asked_at) * 1000000)::bigint, address, language, now()
    from mail_address join account a using (person_id)
    where person_id = ${uid} and confirmed_at is not null and dead_at is null and address is distinct from ${unless}
    on conflict do nothing`;
}

/** Tells a confirmed address that stays with its account that this was blocked, and whom to ask. */
export async function notifyAddressOfAccountBlock(db: Db, uid: number): Promise<void> {
  await db`
    insert into notification_outbox (person_id, topic, thing, address, language, due_at)
    select person_id, 'blockedOnly', (extract(epoch from clock_timestamp()) * 1000000)::bigint, address, language, now()
    from mail_address where person_id = ${uid} and confirmed_at is not null and dead_at is null
    on conflict do nothing`;
}

/** Takes a person's address away, and says so there; gives how many there were. */
export async function deleteMailAddress(db: Db, uid: number, topic: FarewellTopic = 'replaced'): Promise<number> {
  await notifyFormerAddress(db, uid, null, topic);
  const { count } = await db`delete from mail_address where person_id = ${uid}`;
  return count;
}

/** The mail address to which a code for a forgotten password goes. */
export const emailMethod = {
  names: ['mail address', 'mail addresses'],
  changes: ['mail'],
  ownActions: [],
  // The code came there.
  removableByMailCode: 'never',
  count: (db, { uid }) => db`select count(*)::int from mail_address where person_id = ${uid}`,
  async remove(db, { uid }) {
    await deleteMailAddress(db, uid, 'reset');
  },
  async removeAddedBy(db, uid, { since }) {
    const [added] = await db`select from mail_address where person_id = ${uid} and asked_at >= ${since}`;
    return added ? await deleteMailAddress(db, uid, 'reset') : 0;
  },
} as const satisfies RegisteredMethod;
