import { limits } from '@bilim/contract/limits.ts';
import type { Db } from '../../database/database.ts';
import {
  type ConversationIdentity,
  type ConversationView,
  toConversationKey,
} from '../../university/conversations.keys.ts';
import { conversationOfficeSql } from '../../university/office-mailboxes.access.ts';
import { type RemovedMessage, removeMessages, restoreMessages } from '../../university/removed-messages.queries.ts';
import type { AuthorizedCase, CaseState } from './moderation.access.ts';

/** What was decided, why, and by whom. */
interface Decision {
  readonly action: Exclude<CaseState, 'open'>;
  readonly reason: string;
  readonly by: number;
}

/** Keeps a decision; gives its number. */
export async function storeDecision(db: Db, { id }: AuthorizedCase, { action, reason, by }: Decision): Promise<number> {
  await db`update moderation_case set state = ${action}, decided_at = now() where id = ${id}`;
  const [row] = await db<{ id: number }[]>`
    insert into moderation_event (case_id, action, reason, by_id) values (${id}, ${action}, ${reason}, ${by}) returning id`;
  if (!row) throw new Error('no row came back');
  return row.id;
}

/**
 * Removes the message of a case, and what the same act of its author sent to other groups. The texts lie apart; gives the
 * messages, none when the author was quicker.
 */
export async function removeReportedMessages(
  db: Db,
  one: AuthorizedCase,
  event: number,
  by: number,
): Promise<RemovedMessage[]> {
  // One act is one transaction, and all of its messages have that moment.
  const sent = await db<{ id: number }[]>`
    select id from message where id = ${one.message}
    union
    select x.id from message m
    join message x on x.author_id = m.author_id and x.client_key is not null and x.created_at = m.created_at
      and x.message = m.message
    where m.id = ${one.message} and m.client_key is not null`;
  const taken = await removeMessages(
    db,
    sent.map(({ id }) => id),
    by,
  );
  if (!taken.some(({ id }) => id === one.message)) return [];
  await db`
    insert into message_removal (message_id, conversation_id, case_id, event_id, message)
    select t.id, t.conversation, ${one.id}, ${event}, t.text
    from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ conversation }) => conversation)}::bigint[],
      ${taken.map(({ text }) => text)}::text[]) as t (id, conversation, text)`;
  return taken;
}

/** Brings back what was removed in a case; gives the messages, none when their time is over. */
export async function restoreRemovedMessages(db: Db, { id }: AuthorizedCase): Promise<RemovedMessage[]> {
  const back = await db<RemovedMessage[]>`
    delete from message_removal r using message m
    where r.case_id = ${id} and m.id = r.message_id and r.message is not null
      and r.removed_at > now() - ${limits.removedDays} * interval '1 day'
    returning r.message_id as id, r.conversation_id as conversation, m.author_id as author, r.message as text`;
  if (back.length) await restoreMessages(db, back);
  return back;
}

/** What names conversations, as one side of each knows them: an office's as the person who wrote to it. */
export async function readConversationViews(db: Db, conversations: readonly number[]): Promise<ConversationView[]> {
  const rows = await db<(ConversationIdentity & { uid: number })[]>`
    select k.year_id as year, k.term_id as term, k.discipline_id as discipline, k.credits, ${conversationOfficeSql(db, 'k')} as office,
      k.is_select as "isSelect", k.course_id as "group", coalesce(side.uid, 0) as uid,
      case when k.person_a = side.uid then k.person_b else k.person_a end as other
    from conversation k
    cross join lateral (
      select case when k.person_a = ${conversationOfficeSql(db, 'k')} then k.person_b else k.person_a end as uid) side
    where k.id = any (${conversations as number[]}::bigint[]) order by k.id`;
  return rows.map(({ uid, ...named }) => ({ uid, key: toConversationKey(named) }));
}

/** Removes what moderators removed so long ago that it does not come back; gives the keys of its files. */
export async function deleteRemovedMessages(db: Db): Promise<string[]> {
  const rows = await db<{ key: string }[]>`select forget_removed_messages() as key`;
  return rows.map(({ key }) => key);
}
