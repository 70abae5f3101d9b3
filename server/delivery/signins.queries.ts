import type { Db } from '../database/database.ts';
import { livingAddress } from './mail-planning.queries.ts';
import type { Speaker } from './spoken.ts';

/**
 * Somebody signed in in a browser that never did so for this account: the person's other devices are told at once, and
 * with `mails` their address.
 */
export async function tellSignIn(db: Db, person: number, session: number, mails: boolean): Promise<void> {
  await db`
    insert into delivery (person_id, device_id, topic, thing, due_at)
    select d.person_id, d.id, 'device', ${session}::bigint, now() from push_device d
    where d.person_id = ${person} and d.session_id <> ${session}
    union all
    select m.person_id, null, 'device', ${session}, now() from account a
    join ${livingAddress(db, 'a.person_id')} where a.person_id = ${person} and ${mails}
    on conflict do nothing`;
}

/** A new sign-in is told also when it has ended meanwhile: whoever did it may have been quick. */
export const speakOfSignIns: Speaker = async (asked, { texts }) =>
  asked.map(({ language }) => ({
    title: texts.say(language, 'delivery:closed.device'),
    body: texts.say(language, 'delivery:notYou'),
    url: '/lms/profile',
    count: 1,
    part: 'account',
  }));
