import type { MethodChange } from '../auth/methods/registry.ts';
import type { Db } from '../database/database.ts';
import { liveChannel } from '../live/live.ts';
import { confirmedMailAddressSql } from './mail-planning.queries.ts';

/**
 * Notifies a person what changed in how they sign in: in-app, on every device and with `mails` to their confirmed address,
 * at once and whatever they have chosen to be notified of. Called before an address or a device goes.
 */
export async function notifyMethodsChanged(db: Db, uid: number, change: MethodChange, mails: boolean): Promise<void> {
  await db`
    with notified as (
      insert into notice (person_id, kind, thing, step, planned)
      select f.person_id, 'signInMethods', (extract(epoch from clock_timestamp()) * 1000000)::bigint, ${change}, true
      from signin_first f where f.person_id = ${uid}
      on conflict on constraint notice_once do nothing
      returning thing)
    insert into notification_outbox (person_id, device_id, topic, thing, due_at)
    select d.person_id, d.id, 'signInMethods', notified.thing, now() from push_device d cross join notified where d.person_id = ${uid}
    union all
    select m.person_id, null, 'signInMethods', notified.thing, now() from account a
    join ${confirmedMailAddressSql(db, 'a.person_id')} cross join notified where a.person_id = ${uid} and ${mails}
    on conflict do nothing`;
  // Open profiles list the sign-in methods.
  const event = JSON.stringify(['notices', 'profile'].map((room) => ({ to: [`u:${uid}`], room, key: null })));
  await db`select pg_notify(${liveChannel}, ${event})`;
}
