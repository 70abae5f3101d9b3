import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { isPersonMember } from '../university/conversations.access.ts';
import { selectOfficeStaff } from '../university/office-mailboxes.access.ts';
import { sqlFragment } from '../university/university.queries.ts';
import { defaultNotificationChoices } from './choices.ts';
import { planConversationMails, type UnreadConversation } from './mail-planning.queries.ts';
import type { RenderRequest } from './rendered.ts';

/**
 * Notifications of unread messages. A message has a moment from which on people are notified of it (`notify_at`). Who
 * is notified then, and at each further notification, is decided by the conversation as it is at that moment.
 */

/** Messages planned in one transaction. */
const planBatch = 500;
/** Older messages are not notified any more. */
const notifyWithin = '1 day';
/** A notification sent at least this long after a message was written has included it: longer than one attempt to send takes. */
const renderedAfter = '30 seconds';
/** Of unread messages only the newest are read, and counted up to a limit. */
const newestRead = 1000;
const maxCounted = 99;

/** SQL condition: member `m` has not read message `x`, and wants to be notified of the conversation. */
const isUnread = (db: Db) =>
  sqlFragment(
    db,
    `(not m.muted and m.read_to < x.id and not exists (
      select from read_single s
      where s.conversation_id = m.conversation_id and s.person_id = m.person_id and s.message_id = x.id))`,
  );

/** SQL `select person_id`: whom message `x` of a group's conversation names or answers. */
const namedIn = (db: Db) =>
  sqlFragment(
    db,
    `select person_id from message_mention where message_id = x.id
     union select author_id from message answered where answered.id = x.reply_to`,
  );

/**
 * Plans notifications of messages that are due: writes what goes to which device of those who have not read them. In
 * a personal conversation that is the other side, for an office all who answer there, in a group those whom the
 * message names or answers. Runs in a transaction; gives how many messages it planned. `mails`: plans mails, too.
 */
export async function planMessageNotifications(db: Db, timeZone: string, mails = false): Promise<number> {
  const due = await db<{ id: number }[]>`
    update message set notify_at = null where id in (
      select id from message where notify_at <= now() order by notify_at limit ${planBatch} for update skip locked)
    returning id`;
  if (!due.length) return 0;
  const talks = await db<UnreadConversation[]>`
    with affected as (
      select x.id, x.created_at, k.id as conversation_id, who.topic, who.person_id, who.self
      from message x
      join conversation k on k.id = x.conversation_id
      cross join lateral (
        select 'groups' as topic, n.person_id, n.person_id as self from (${namedIn(db)}) n where k.course_id is not null
        union all
        select 'personal', other.id, other.id
        from (select case when k.person_a = x.author_id then k.person_b else k.person_a end as id) other
        where k.course_id is null and not exists (select from office where office.id = other.id)
        union all
        select 'personal', answerer.person_id, o.id
        from office o cross join lateral (${selectOfficeStaff(db, sqlFragment(db, 'x.author_id'))}) answerer
        where k.discipline_id is null and o.id in (k.person_a, k.person_b) and o.id <> x.author_id) who
      where x.id = any (${due.map(({ id }) => id)}::bigint[]) and x.deleted_at is null
        and x.created_at > now() - ${notifyWithin}::interval and who.person_id <> x.author_id),
    w as materialized (
      select c.person_id, a.role, c.conversation_id, c.topic, max(c.created_at) as written_at,
        bool_and(c.topic = any (coalesce(t.push, ${defaultNotificationChoices.push}::text[]))) as is_pushed
      from affected c
      join message x on x.id = c.id
      join account a on a.person_id = c.person_id and not a.blocked
      join conversation_member m on m.conversation_id = c.conversation_id and m.person_id = c.self
      left join notification_setting t on t.person_id = c.person_id
      where ${isUnread(db)} and not coalesce(t.is_off, false)
        and (exists (select from push_device d where d.person_id = c.person_id)
          or (${mails} and exists (select from mail_address m where m.person_id = c.person_id)))
      group by 1, 2, 3, 4),
    recipients as materialized (
      select w.* from w join conversation k on k.id = w.conversation_id where ${isPersonMember(db, timeZone)}),
    pushed as (
      insert into notification_outbox (person_id, device_id, topic, thing, due_at)
      select w.person_id, d.id, w.topic, w.conversation_id, now()
      from recipients w
      join push_device d on d.person_id = w.person_id
      where w.is_pushed
        -- What was sent meanwhile is about the message, and of an edited one the person was notified before.
        and not exists (
          select from notification_outbox before where before.device_id = d.id and before.outcome = 'sent'
            and before.sent_at > w.written_at + ${renderedAfter}::interval
            and (before.talks @> array[w.topic || ':' || w.conversation_id]
              or (before.topic = w.topic and before.thing = w.conversation_id)))
      -- In one order always: two nodes may plan at the same time.
      order by 1, 2, 3, 4
      on conflict do nothing)
    select person_id as person, topic, conversation_id as conversation from recipients where ${mails}`;
  await planConversationMails(db, timeZone, talks);
  return due.length;
}

/** What is unread in a conversation at this moment, and what names it. */
export interface UnreadSummary {
  /** How many messages, counted no further than 99. */
  readonly count: number;
  /** Of the newest: null where the office of the conversation wrote it. */
  readonly author: string | null;
  readonly text: string;
  readonly hasFiles: boolean;
  /** The discipline, or the office. */
  readonly name: Readonly<Record<Language, string>>;
  readonly year: number;
  readonly ws: number;
  readonly id_discipline: number;
  readonly kredit: number;
  readonly idid: number;
  readonly isSelect: boolean | null;
  readonly gr_potok: number | null;
  readonly id_office: number | null;
}

/** Code points of a message that may be on a locked screen. */
const shown = 100;

/**
 * What people have not read of conversations, in the order in which they were asked for: null where everything has been
 * read, or where the person wants no more notifications of it, or may not.
 */
export async function readUnreadConversations(
  db: Db,
  timeZone: string,
  talks: readonly Pick<RenderRequest, 'person' | 'thing'>[],
): Promise<(UnreadSummary | null)[]> {
  const rows = await db<(UnreadSummary & { place: number })[]>`
    select w.place::int, u.count, case when x.author_id = o.id then null else author.full_name end as author,
      left(x.message, ${shown}) as text, x.file_count > 0 as "hasFiles",
      jsonb_build_object('ru', coalesce(d.name_ru, o.name_ru), 'kg', coalesce(d.name_kg, o.name_kg),
        'en', coalesce(d.name_en, o.name_en)) as name,
      coalesce(k.year_id, 0) as year, coalesce(k.term_id, 0) as ws, coalesce(k.discipline_id, 0) as id_discipline,
      coalesce(k.credits, 0) as kredit, k.is_select as "isSelect", k.course_id as gr_potok, o.id as id_office,
      case when k.course_id is not null then -1 when k.person_a = self.id then k.person_b else k.person_a end as idid
    from (
      select a.person_id, a.role, asked.conversation_id, asked.place
      from unnest(${talks.map(({ person }) => person)}::bigint[], ${talks.map(({ thing }) => thing)}::bigint[])
        with ordinality as asked (person_id, conversation_id, place)
      join account a on a.person_id = asked.person_id and not a.blocked) w
    join conversation k on k.id = w.conversation_id
    left join discipline d on d.id = k.discipline_id
    left join office o on k.discipline_id is null and o.id in (k.person_a, k.person_b)
    cross join lateral (
      select case when k.course_id is not null or w.person_id in (k.person_a, k.person_b) then w.person_id else o.id end
        as id) self
    join conversation_member m on m.conversation_id = k.id and m.person_id = self.id
    cross join lateral (
      select count(*)::int as count, max(x.id) as newest from (
        select x.id from (
          select x.id, x.reply_to from message x
          where x.conversation_id = k.id and x.id > m.read_to and x.deleted_at is null and x.author_id <> self.id
            and ${isUnread(db)}
          order by x.id desc limit ${newestRead}) x
        where k.course_id is null or w.person_id in (${namedIn(db)})
        order by x.id desc limit ${maxCounted}) x) u
    join message x on x.id = u.newest
    join person author on author.id = x.author_id
    where ${isPersonMember(db, timeZone)}`;
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return talks.map((_, index) => found.get(index + 1) ?? null);
}
