import type { Db } from '../database/database.ts';
import { sqlFragment } from '../university/university.queries.ts';
import { defaultNotificationChoices, topicByNoticeKind } from './choices.ts';
import { isClassTodayOrTomorrow, nextEveningSql } from './planning.queries.ts';

/**
 * What waits to be mailed: one row a person (topic `mail`, thing 0), in which notices and conversations gather until it is
 * due. Whoever takes it gives it its own number as thing, so that what comes later begins the next mail.
 */
const gathered = (db: Db) =>
  sqlFragment(
    db,
    `on conflict (person_id, coalesce(device_id, 0), topic, thing) where outcome is null do update set
      notices = array(select distinct n from unnest(notification_outbox.notices || excluded.notices) n order by n),
      talks = array(select distinct t from unnest(notification_outbox.talks || excluded.talks) t order by t),
      due_at = least(notification_outbox.due_at, excluded.due_at)`,
  );

/** SQL, to be joined as `m`: the confirmed address of a person, where mails arrive. `person`: the column that names one. */
export const confirmedMailAddressSql = (db: Db, person: string) =>
  sqlFragment(db, `mail_address m on m.person_id = ${person} and m.confirmed_at is not null and m.dead_at is null`);

/** What comes at once, but in numbers. */
const gathers = ['marks', 'materials', 'personal', 'groups'];
const gatheredFor = '10 minutes';

/** SQL: when something of topic `k.topic` goes out to somebody with the choice `c`. */
const whenDue = (db: Db, timeZone: string) => db`
  case when not coalesce(c.mail_at_once, false) then ${nextEveningSql(db, timeZone)}
    when k.topic = any (${gathers}::text[]) then now() + ${gatheredFor}::interval
    else now() end`;

/** SQL: what a person has chosen to come by mail. */
const chosen = (db: Db) => db`coalesce(c.mail, ${[...defaultNotificationChoices.mail]}::text[])`;

/**
 * Plans which of these notices are mailed, and when: at once or in the evening, as their people chose; a new right,
 * urgent news and a class of today or tomorrow always at once. Whoever chose nothing gets no mail.
 */
export async function planMails(db: Db, timeZone: string, notices: readonly number[]): Promise<void> {
  if (!notices.length) return;
  await db`
    insert into notification_outbox (person_id, topic, thing, notices, due_at)
    select n.person_id, 'mail', 0, array_agg(n.id order by n.id),
      min(case when k.topic = 'account' or n.detail->'urgent' = 'true'::jsonb
          or (n.kind in ('lesson', 'holiday') and ${isClassTodayOrTomorrow(db, timeZone, 'n.detail')}) then now()
        else ${whenDue(db, timeZone)} end)
    from notice n
    join unnest(${Object.keys(topicByNoticeKind)}::text[], ${Object.values(topicByNoticeKind)}::text[]) k (kind, topic) on k.kind = n.kind
    join ${confirmedMailAddressSql(db, 'n.person_id')}
    left join notification_setting c on c.person_id = n.person_id
    where n.id = any (${notices as number[]}::bigint[]) and n.seen_at is null and not coalesce(c.is_off, false)
      and (k.topic = any (${chosen(db)}) or (k.topic = 'account' and ${chosen(db)} <> '{}'))
    -- In one order always: two nodes may plan at the same time.
    group by 1 order by 1
    ${gathered(db)}`;
}

/** A conversation with something unread, and whom it concerns. */
export interface UnreadConversation {
  readonly person: number;
  readonly topic: string;
  readonly conversation: number;
}

/** Writes which of these conversations are to be mailed, and when. */
export async function planConversationMails(
  db: Db,
  timeZone: string,
  conversations: readonly UnreadConversation[],
): Promise<void> {
  if (!conversations.length) return;
  await db`
    insert into notification_outbox (person_id, topic, thing, talks, due_at)
    select k.person, 'mail', 0, array_agg(distinct k.topic || ':' || k.conversation), min(${whenDue(db, timeZone)})
    from jsonb_to_recordset(${JSON.stringify(conversations)}::text::jsonb) as k (person bigint, topic text, conversation bigint)
    join ${confirmedMailAddressSql(db, 'k.person')}
    left join notification_setting c on c.person_id = k.person
    where not coalesce(c.is_off, false) and k.topic = any (${chosen(db)})
    group by 1 order by 1
    ${gathered(db)}`;
}
