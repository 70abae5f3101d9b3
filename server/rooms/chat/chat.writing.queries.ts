import { officeContactType } from '@bilim/contract/url-selection.ts';
import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { selectGroupMembers } from '../../university/conversations.queries.ts';
import { removeMessages } from '../../university/removed-messages.queries.ts';
import { sqlFragment } from '../../university/university.queries.ts';
import { type AuthorizedConversation, type AuthorizedMessage, toConversationCourseColumns } from './chat.access.ts';

/**
 * Locks, always the conversation first and then one's own member row. A new message takes it `for no key update`,
 * reading `for key share`, deleting `for update`: reading never waits for writing, only for a deletion, which
 * changes what the positions of all members count.
 */

/** How many people belong to a conversation at this moment, the caller among them. */
export async function countMembers(db: Db, { key }: AuthorizedConversation, timeZone: string): Promise<number> {
  if ('person' in key.with) return 2;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (${selectGroupMembers(db, { ...key, ...key.with }, timeZone)}) m`;
  return row?.count ?? 0;
}

/** The conversation's row, made at the first message, locked against other writers. */
async function lockForWriting(
  db: Db,
  open: AuthorizedConversation,
): Promise<{ id: number; lastId: number; live: number }> {
  const { year, term, discipline, credits } = toConversationCourseColumns(open.key);
  const [smaller, greater] =
    'person' in open.key.with ? [open.uid, open.key.with.person].sort((a, b) => a - b) : [null, null];
  const course = 'group' in open.key.with ? open.key.with : null;
  let { id } = open;
  if (id === null) {
    await db`
      insert into conversation (year_id, term_id, discipline_id, credits, person_a, person_b, is_select, course_id)
      values (${year}, ${term}, ${discipline}, ${credits}, ${smaller ?? null}, ${greater ?? null},
        ${course?.isSelect ?? null}, ${course?.group ?? null})
      on conflict do nothing`;
    const [made] = await db<{ id: number }[]>`
      select id from conversation
      where (year_id, term_id, discipline_id, credits) is not distinct from
          (${year}::smallint, ${term}::smallint, ${discipline}::int, ${credits}::numeric)
        and ${course ? db`course_id = ${course.group} and is_select = ${course.isSelect}` : db`person_a = ${smaller ?? null} and person_b = ${greater ?? null}`}`;
    id = made?.id ?? null;
  }
  const [row] = await db<{ id: number; lastId: number; live: number }[]>`
    select id, last_id as "lastId", live from conversation where id = ${id} for no key update`;
  if (!row) throw new Error('a conversation was not stored');
  return row;
}

/** SQL: when whoever has not read a message of now is notified of it (server/delivery/messages.queries.ts). */
export const unreadNotificationTimeSql = (db: Db) => sqlFragment(db, "now() + interval '1 minute'");

/** What a message is made of. */
export interface NewMessage {
  readonly text: string;
  readonly files: readonly StoredFile[];
  readonly replyTo: number | null;
  /** The sender's Idempotency-Key. */
  readonly key: string | null;
}

/** The message that this person sent under this key before, or null. */
export async function findMessageByClientKey(db: Db, uid: number, key: string): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`select id from message where author_id = ${uid} and client_key = ${key}`;
  return row?.id ?? null;
}

/**
 * Stores a message; gives its id and that of its conversation. Under the lock, so that ids ascend in the order in
 * which messages appear. Members who are new begin just before it; whoever had read all goes on having read all.
 */
export async function insertMessage(
  db: Db,
  caller: Caller,
  open: AuthorizedConversation,
  members: readonly number[],
  { text, files, replyTo, key }: NewMessage,
): Promise<{ id: number; conversation: number }> {
  const conversation = await lockForWriting(db, open);
  const role = open.uid === caller.uid ? caller.role : officeContactType;
  await db`
    insert into conversation_member (conversation_id, person_id, joined_at, read_to, live_read)
    select ${conversation.id}, id, ${conversation.lastId}, ${conversation.lastId}, ${conversation.live}
    from unnest(${members as number[]}::bigint[]) as id
    where not exists (
      select from conversation_member x where x.conversation_id = ${conversation.id} and x.person_id = id)
    on conflict do nothing`;
  const [message] = await db<{ id: number }[]>`
    with counted as (
      update conversation set live = live + 1, revision = revision + 1 where id = ${conversation.id} returning revision)
    insert into message (conversation_id, author_id, author_role, message, reply_to, file_count, revision, client_key, notify_at)
    select ${conversation.id}, ${open.uid}, ${role}, ${text}, ${replyTo}, ${files.length}, revision, ${key}::uuid, ${unreadNotificationTimeSql(db)}
    from counted
    returning id`;
  if (!message) throw new Error('a message was not stored');
  await Promise.all([
    db`update conversation set last_id = ${message.id} where id = ${conversation.id}`,
    db`
      with singles as (
        select count(*)::int as count from read_single
        where conversation_id = ${conversation.id} and person_id = ${open.uid})
      update conversation_member m set sent = m.sent + 1,
        read_to = case when all_read then ${message.id} else m.read_to end,
        live_read = case when all_read then ${conversation.live} + 1 else m.live_read end,
        sent_read = case when all_read then m.sent + 1 else m.sent_read end
      from (
        select x.person_id, ${conversation.live}::int - x.live_read - (x.sent - x.sent_read) = 0 and s.count = 0 as all_read
        from conversation_member x, singles s
        where x.conversation_id = ${conversation.id} and x.person_id = ${open.uid} for update of x) a
      where m.conversation_id = ${conversation.id} and m.person_id = a.person_id`,
    files.length &&
      db`
      insert into message_file (message_id, file_id, position)
      select ${message.id}, id, position
      from unnest(${files.map((file) => file.id)}::bigint[]) with ordinality as f (id, position)`,
  ]);
  return { id: message.id, conversation: conversation.id };
}

/** Whether a message that is answered is there, in this very conversation. */
export async function isMessageInConversation(db: Db, open: AuthorizedConversation, id: number): Promise<boolean> {
  const [row] = await db<object[]>`
    select 1 from message where id = ${id} and conversation_id = ${open.id} and deleted_at is null`;
  return row !== undefined;
}

/** Replaces the text of a message; the old one goes into the history. False when somebody deleted it meanwhile. */
export async function editMessage(db: Db, message: AuthorizedMessage, text: string): Promise<boolean> {
  const { id, conversation } = message;
  await db`select id from conversation where id = ${conversation.id} for no key update`;
  await db`
    insert into message_history (message_id, message, what, by_person_id)
    select id, message, 'edited', ${conversation.by} from message where id = ${id} and deleted_at is null`;
  const rows = await db<object[]>`
    with counted as (
      update conversation set revision = revision + 1 where id = ${conversation.id} returning revision)
    update message set message = ${text}, edited_at = now(), notify_at = ${unreadNotificationTimeSql(db)}, revision = counted.revision
    from counted where message.id = ${id} and deleted_at is null returning message.id`;
  return rows.length > 0;
}

/** Takes a message from its readers: the text goes into the history, who and when stays. False: gone already. */
export async function deleteMessage(db: Db, { id, conversation }: AuthorizedMessage): Promise<boolean> {
  const [gone] = await removeMessages(db, [id], conversation.by);
  if (!gone) return false;
  await db`
    insert into message_history (message_id, message, what, by_person_id)
    values (${id}, ${gone.text}, 'deleted', ${conversation.by})`;
  return true;
}
