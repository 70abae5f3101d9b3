import type { Db } from '../../database/database.ts';

/** Gives each of these sessions a device that takes messages, which nobody can read. */
export async function addPushDevices(db: Db, sessions: readonly { readonly id: number }[]): Promise<void> {
  await db`
    insert into push_device (session_id, person_id, endpoint, p256dh, auth, language)
    select id, person_id, 'https://push.test/' || gen_random_uuid(), decode(repeat('00', 65), 'hex'),
      decode(repeat('00', 16), 'hex'), 'ru'
    from session where id = any (${sessions.map(({ id }) => id)}::bigint[])`;
}

/** Gives each of these people a device on one of their sessions. */
export async function addDevicesOfPeople(db: Db, people: readonly number[]): Promise<void> {
  const sessions = await db<{ id: number }[]>`
    select distinct on (person_id) id from session where person_id = any (${people as number[]}::bigint[])`;
  await addPushDevices(db, sessions);
}
