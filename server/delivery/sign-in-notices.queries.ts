import { parseDeviceName } from '@bilim/contract/device-name.ts';
import type { NewBrowserSession } from '../auth/sign-in.ts';
import type { NetworkRegistry } from '../core/networks.ts';
import type { Language, Translations } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { liveChannel } from '../live/live.ts';
import type { securityTopics } from './choices.ts';
import { confirmedMailAddressSql } from './mail-planning.queries.ts';
import type { NoticeRenderer, RenderedNotice, RenderRequest } from './rendered.ts';

/** Rows about sign-ins on new devices, as many as a person may have sessions: on shared computers each is one. */
const maxDeviceNotices = 10;

/** What a notice keeps of such a sign-in: its session ends, and it stays. */
interface DeviceNoticeDetail {
  /** Browser and system; null: unknown. */
  readonly device: string | null;
  readonly address: string;
  /** What the university calls its network there. */
  readonly network: Readonly<Record<Language, string>> | null;
  /** So many sign-ins are in this row, the newest of them described; absent: one. */
  readonly count?: number;
}

/**
 * Notifies of a sign-in in a browser that is new for the account: at once all of the person's devices but that of
 * this session, with `mails` also their address, and the bell unless it was their very first sign-in. Unread rows of
 * the bell are never dropped: once all of its rows are unread, the newest one counts those that follow.
 */
export async function notifyNewBrowser(
  db: Db,
  person: number,
  { session, address, agent }: NewBrowserSession,
  { networks, mails }: { readonly networks: NetworkRegistry; readonly mails: boolean },
): Promise<void> {
  await db`
    insert into notification_outbox (person_id, device_id, topic, thing, due_at)
    select d.person_id, d.id, 'device', ${session}::bigint, now() from push_device d
    where d.person_id = ${person} and d.session_id <> ${session}
    union all
    select m.person_id, null, 'device', ${session}, now() from account a
    join ${confirmedMailAddressSql(db, 'a.person_id')} where a.person_id = ${person} and ${mails}
    on conflict do nothing`;
  const detail: DeviceNoticeDetail = { device: parseDeviceName(agent), address, network: networks.namesOf(address) };
  const notices = await db<{ id: number }[]>`
    with unread as (
      select id, count(*) over () as rows from notice
      where person_id = ${person} and kind = 'signInMethods' and step = 'device' and seen_at is null
      order by id desc limit 1),
    replaced as (
      delete from notice where id in (select id from unread where rows >= ${maxDeviceNotices})
      returning coalesce((detail->>'count')::int, 1) + 1 as count)
    insert into notice (person_id, kind, thing, step, detail, planned)
    select f.person_id, 'signInMethods', s.id, 'device',
      ${db.json({ ...detail })}::jsonb || coalesce((select jsonb_build_object('count', count) from replaced), '{}'), true
    from signin_first f join session s on s.id = ${session} where f.person_id = ${person} and f.at < s.created_at
    on conflict on constraint notice_once do nothing
    returning id`;
  if (notices.length === 0) return;
  await db`
    delete from notice where id in (
      select id from notice where person_id = ${person} and kind = 'signInMethods' and step = 'device'
      order by seen_at is null desc, id desc offset ${maxDeviceNotices})`;
  const event = JSON.stringify([{ to: [`u:${person}`], room: 'notices', key: null }]);
  await db`select pg_notify(${liveChannel}, ${event})`;
}

/** What is kept of sign-ins: in the bell, or where a later one took its row there, in the session itself. */
async function readNoticeDetails(
  db: Db,
  asked: readonly RenderRequest[],
): Promise<ReadonlyMap<RenderRequest, Partial<DeviceNoticeDetail>>> {
  const things = asked.map(({ thing }) => thing);
  const people = asked.map(({ person }) => person);
  const rows = await db<
    { at: number; detail: Partial<DeviceNoticeDetail> | null; agent: string | null; address: string | null }[]
  >`
    select asked.at::int, n.detail, s.agent, host(s.address) as address
    from unnest(${things}::bigint[], ${people}::bigint[]) with ordinality asked (thing, person, at)
    left join notice n on n.person_id = asked.person and n.kind = 'signInMethods' and n.step = 'device' and n.thing = asked.thing
    left join session s on s.id = asked.thing and s.person_id = asked.person
    where n.id is not null or s.id is not null`;
  const details = new Map<RenderRequest, Partial<DeviceNoticeDetail>>();
  for (const { at, detail, agent, address } of rows) {
    const one = asked[at - 1];
    if (one) details.set(one, detail ?? { device: parseDeviceName(agent), ...(address !== null && { address }) });
  }
  return details;
}

const rendered = (
  topic: (typeof securityTopics)[number],
  { language }: RenderRequest,
  texts: Translations,
): RenderedNotice => ({
  title: texts.translate(language, `delivery:closed.${topic}`),
  body: texts.translate(language, 'delivery:notYou'),
  url: topic === 'device' ? '/lms/profile?at=devices' : '/lms/profile',
  count: 1,
  part: 'account',
});

/**
 * Renders notices of new devices, also when the session has ended meanwhile: whoever signed in may have been quick.
 * Device and place are named only to those who want details on a locked screen.
 */
export const renderNewBrowserNotices: NoticeRenderer = async (asked, { db, texts }) => {
  const open = asked.filter(({ isOpen }) => isOpen);
  const details =
    open.length > 0 ? await readNoticeDetails(db, open) : new Map<RenderRequest, Partial<DeviceNoticeDetail>>();
  return asked.map((one) => {
    const closed = rendered('device', one, texts);
    const { device, address, network } = (one.isOpen && details.get(one)) || {};
    if (!address) return closed;
    const place = [network?.[one.language], address].filter(Boolean).join(' · ');
    const named = device ?? texts.translate(one.language, 'delivery:unknownDevice');
    return { ...closed, body: `${named}. ${texts.translate(one.language, 'delivery:notYouFrom', { place })}` };
  });
};

export const renderMethodChangeNotices: NoticeRenderer = async (asked, { texts }) =>
  asked.map((one) => rendered('signInMethods', one, texts));
