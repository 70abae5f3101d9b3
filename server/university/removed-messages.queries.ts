import type { Db } from '../database/database.ts';

/**
 * Messages that are taken from their readers, by their authors or by a moderator, and given back. Both change what the
 * positions of all members count: the conversations are locked before anything else, in the order of their ids
 * (rooms/chat/chat.writing.queries.ts).
 */

/** A message that was taken, and what it said. */
export interface RemovedMessage {
  readonly id: number;
  readonly conversation: number;
  readonly author: number;
  readonly text: string;
}

/** Locks the conversations of messages. */
async function lockConversationsOf(db: Db, ids: readonly number[]): Promise<void> {
  await db`
    select from conversation where id in (select conversation_id from message where id = any (${ids as number[]}::bigint[]))
    order by id for update`;
}

/** Takes messages, at most one of each conversation, from their readers; gives those that were there. */
export async function removeMessages(db: Db, ids: readonly number[], by: number): Promise<RemovedMessage[]> {
  await lockConversationsOf(db, ids);
  const removed = await db<RemovedMessage[]>`
    with old as (
      select id, conversation_id, author_id, message from message
      where id = any (${ids as number[]}::bigint[]) and deleted_at is null order by id for update),
    counted as (
      update conversation c set live = c.live - 1, revision = c.revision + 1 from old
      where c.id = old.conversation_id returning c.id, c.revision),
    gone as (
      update message m set message = '', deleted_at = now(), deleted_by = ${by}, revision = counted.revision
      from old join counted on counted.id = old.conversation_id where m.id = old.id)
    select id, conversation_id as conversation, author_id as author, message as text from old`;
  if (!removed.length) return [];
  await db`delete from read_single where message_id = any (${removed.map(({ id }) => id)}::bigint[])`;
  await countIn(db, removed, -1);
  return removed;
}

/** Gives taken messages, at most one of each conversation, back to their readers. */
export async function restoreMessages(db: Db, messages: readonly RemovedMessage[]): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await lockConversationsOf(db, ids);
  await db`
    with old as (
      select m.id, m.conversation_id, t.text
      from unnest(${ids}::bigint[], ${messages.map(({ text }) => text)}::text[]) as t (id, text)
      join message m on m.id = t.id and m.deleted_at is not null),
    counted as (
      update conversation c set live = c.live + 1, revision = c.revision + 1 from old
      where c.id = old.conversation_id returning c.id, c.revision)
    update message m set message = old.text, deleted_at = null, deleted_by = null, revision = counted.revision
    from old join counted on counted.id = old.conversation_id where m.id = old.id`;
  await countIn(db, messages, 1);
}

/** What members have sent and read counts these messages from now on, or (-1) no longer. */
async function countIn(db: Db, messages: readonly RemovedMessage[], by: 1 | -1): Promise<void> {
  const column = (name: 'id' | 'conversation' | 'author') => messages.map((one) => one[name]);
  await db`
    update conversation_member m set
      live_read = m.live_read + ${by}::int * (m.read_to >= t.id)::int,
      sent = m.sent + ${by}::int * (m.person_id = t.author)::int,
      sent_read = m.sent_read + ${by}::int * (m.person_id = t.author and m.read_to >= t.id)::int
    from unnest(${column('id')}::bigint[], ${column('conversation')}::bigint[], ${column('author')}::bigint[])
      as t (id, conversation, author)
    where m.conversation_id = t.conversation and (m.read_to >= t.id or m.person_id = t.author)`;
}
