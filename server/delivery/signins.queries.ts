import type { Translations } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { liveChannel } from '../live/live.ts';
import type { security } from './choices.ts';
import { livingAddress } from './mail-planning.queries.ts';
import type { Rendered, Renderer, RenderRequest } from './rendered.ts';

/**
 * Somebody signed in in a browser that never did so for this account: all of the person's devices but that of this session
 * are told at once, and with `mails` their address; the bell tells it unless they were never in before.
 */
export async function tellSignIn(db: Db, person: number, session: number, mails: boolean): Promise<void> {
  await db`
    insert into notification_outbox (person_id, device_id, topic, thing, due_at)
    select d.person_id, d.id, 'device', ${session}::bigint, now() from push_device d
    where d.person_id = ${person} and d.session_id <> ${session}
    union all
    select m.person_id, null, 'device', ${session}, now() from account a
    join ${livingAddress(db, 'a.person_id')} where a.person_id = ${person} and ${mails}
    on conflict do nothing`;
  // One row of a person: on shared computers every sign-in is one of a new browser.
  const told = await db`
    insert into notice (person_id, kind, thing, step, planned)
    select f.person_id, 'ways', 0, 'device', true
    from signin_first f join session s on s.id = ${session} where f.person_id = ${person} and f.at < s.created_at
    on conflict on constraint notice_once do update set id = excluded.id, at = now(), seen_at = null
    returning id`;
  const event = JSON.stringify([{ to: [`u:${person}`], room: 'notices', key: null }]);
  if (told.length > 0) await db`select pg_notify(${liveChannel}, ${event})`;
}

/** The addresses that sessions were begun from; without those that have ended. */
async function addressesOf(db: Db, sessions: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db<{ id: string; address: string }[]>`
    select id, host(address) as address from session
    where id = any (${sessions as number[]}::bigint[]) and address is not null`;
  return new Map(rows.map(({ id, address }) => [Number(id), address]));
}

const rendered = (topic: (typeof security)[number], { language }: RenderRequest, texts: Translations): Rendered => ({
  title: texts.say(language, `delivery:closed.${topic}`),
  body: texts.say(language, 'delivery:notYou'),
  url: '/lms/profile',
  count: 1,
  part: 'account',
});

/**
 * Told also when the session has ended meanwhile: whoever did it may have been quick. From where they came stands in it for
 * those alone who want words on a locked screen.
 */
export const renderSignIns: Renderer = async (asked, { db, texts, networks }) => {
  const open = asked.filter(({ isOpen }) => isOpen).map(({ thing }) => thing);
  const addresses = open.length > 0 ? await addressesOf(db, open) : new Map<number, string>();
  return asked.map((one) => {
    const { language, isOpen, thing } = one;
    const place = isOpen ? networks.placeOf(addresses.get(thing) ?? null, language) : null;
    return {
      ...rendered('device', one, texts),
      ...(place !== null && { body: texts.say(language, 'delivery:notYouFrom', { place }) }),
    };
  });
};

export const renderSignInMethods: Renderer = async (asked, { texts }) =>
  asked.map((one) => rendered('ways', one, texts));
