import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { studentsOf, teachersOf } from '../../university/courses.queries.ts';
import type { OpenConversation, OpenMessage } from './chat.access.ts';

/**
 * Locks, always the conversation first and then one's own member row. A new message takes it `for no key update`,
 * reading `for key share`, deleting `for update`: reading never waits for writing, only for a deletion, which
 * changes what the positions of all members count.
 */

/** The people of a conversation at this moment, the caller among them. */
export async function membersOf(db: Db, open: OpenConversation, timeZone: string): Promise<number[]> {
  const { key } = open;
  if ('person' in key.with) return [open.uid, key.with.person];
  const rows = await db<{ id: number }[]>`${membersOfGroup(db, { ...key, ...key.with }, timeZone)}`;
  return rows.map(({ id }) => id);
}

/** How many they are. */
export async function countMembers(db: Db, { key }: OpenConversation, timeZone: string): Promise<number> {
  if ('person' in key.with) return 2;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (${membersOfGroup(db, { ...key, ...key.with }, timeZone)}) m`;
  return row?.count ?? 0;
}

/** SQL: the students of a group or stream and its teachers. */
function membersOfGroup(db: Db, course: Parameters<typeof teachersOf>[1], timeZone: string) {
  return db`
    select student_id as id from (${studentsOf(db, timeZone, course)}) s
    union select teacher_id from (${teachersOf(db, course)}) t`;
}

/** The conversation's row, made at the first message, locked against other writers. */
async function lockForWriting(db: Db, open: OpenConversation): Promise<{ id: number; lastId: number; live: number }> {
  const { year, term, discipline, credits } = open.key;
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
      where year_id = ${year} and term_id = ${term} and discipline_id = ${discipline} and credits = ${credits}
        and ${course ? db`course_id = ${course.group} and is_select = ${course.isSelect}` : db`person_a = ${smaller ?? null} and person_b = ${greater ?? null}`}`;
    id = made?.id ?? null;
  }
  const [row] = await db<{ id: number; lastId: number; live: number }[]>`
    select id, last_id as "lastId", live from conversation where id = ${id} for no key update`;
  if (!row) throw new Error('a conversation was not stored');
  return row;
}

/** What a message is made of. */
export interface NewMessage {
  readonly text: string;
  readonly files: readonly StoredFile[];
  readonly replyTo: number | null;
  /** The sender's Idempotency-Key. */
  readonly key: string | null;
}

/** The message that this person sent under this key before, or null. */
export async function sentBefore(db: Db, uid: number, key: string): Promise<number | null> {
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
  open: OpenConversation,
  members: readonly number[],
  { text, files, replyTo, key }: NewMessage,
): Promise<{ id: number; conversation: number }> {
  const conversation = await lockForWriting(db, open);
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
    insert into message (conversation_id, author_id, author_role, message, reply_to, file_count, revision, client_key)
    select ${conversation.id}, ${caller.uid}, ${caller.role}, ${text}, ${replyTo}, ${files.length}, revision, ${key}::uuid
    from counted
    returning id`;
  if (!message) throw new Error('a message was not stored');
  await Promise.all([
    db`update conversation set last_id = ${message.id} where id = ${conversation.id}`,
    db`
      with singles as (
        select count(*)::int as count from read_single
        where conversation_id = ${conversation.id} and person_id = ${caller.uid})
      update conversation_member m set sent = m.sent + 1,
        read_to = case when all_read then ${message.id} else m.read_to end,
        live_read = case when all_read then ${conversation.live} + 1 else m.live_read end,
        sent_read = case when all_read then m.sent + 1 else m.sent_read end
      from (
        select x.person_id, ${conversation.live}::int - x.live_read - (x.sent - x.sent_read) = 0 and s.count = 0 as all_read
        from conversation_member x, singles s
        where x.conversation_id = ${conversation.id} and x.person_id = ${caller.uid} for update of x) a
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
export async function isThere(db: Db, open: OpenConversation, id: number): Promise<boolean> {
  const [row] = await db`
    select 1 from message where id = ${id} and conversation_id = ${open.id} and deleted_at is null`;
  return row !== undefined;
}

/** Replaces the text of a message; the old one goes into the history. False when somebody deleted it meanwhile. */
export async function editMessage(db: Db, message: OpenMessage, text: string): Promise<boolean> {
  const { id, conversation } = message;
  await db`select id from conversation where id = ${conversation.id} for no key update`;
  await db`
    insert into message_history (message_id, message, what, by_person_id)
    select id, message, 'edited', author_id from message where id = ${id} and deleted_at is null`;
  const rows = await db`
    with counted as (
      update conversation set revision = revision + 1 where id = ${conversation.id} returning revision)
    update message set message = ${text}, edited_at = now(), revision = counted.revision
    from counted where message.id = ${id} and deleted_at is null returning message.id`;
  return rows.length > 0;
}

/** Takes a message from its readers: the text goes into the history, who and when stays. False: gone already. */
export async function deleteMessage(db: Db, message: OpenMessage): Promise<boolean> {
  const { id, conversation } = message;
  await db`select id from conversation where id = ${conversation.id} for update`;
  const [gone] = await db<{ author: number }[]>`
    with old as (
      select id, message, author_id from message where id = ${id} and deleted_at is null for update),
    kept as (
      insert into message_history (message_id, message, what, by_person_id)
      select id, message, 'deleted', ${conversation.uid} from old),
    counted as (
      update conversation set live = live - 1, revision = revision + 1
      where id = ${conversation.id} and exists (select from old) returning revision)
    update message set message = '', deleted_at = now(), deleted_by = ${conversation.uid}, revision = counted.revision
    from counted, old where message.id = old.id returning message.author_id as author`;
  if (!gone) return false;
  await db`delete from read_single where message_id = ${id}`;
  await db`
    update conversation_member set
      live_read = live_read - (read_to >= ${id})::int,
      sent = sent - (person_id = ${gone.author})::int,
      sent_read = sent_read - (person_id = ${gone.author} and read_to >= ${id})::int
    where conversation_id = ${conversation.id} and (read_to >= ${id} or person_id = ${gone.author})`;
  return true;
}

/** What reading did: how many are still unread, and whose messages were read. */
export interface ReadMark {
  readonly left: number;
  readonly authors: readonly number[];
}

/** Authors that are told who read them; of more than these messages, only the newest are looked at. */
const authorsOf = 200;

/** Marks everything up to message `to` (null: all) as read by the caller. */
export async function readUpTo(db: Db, open: OpenConversation, to: number | null): Promise<ReadMark> {
  if (open.id === null) return { left: 0, authors: [] };
  const { id, uid } = open;
  const [at] = await db<{ lastId: number }[]>`
    select last_id as "lastId" from conversation where id = ${id} for key share`;
  const [own] = await db<{ from: number }[]>`
    select read_to as "from" from conversation_member where conversation_id = ${id} and person_id = ${uid} for update`;
  // Without a row of one's own everything counts as read.
  if (!at || !own) return { left: 0, authors: [] };
  const end = to === null ? at.lastId : Math.min(to, at.lastId);
  if (end <= own.from) return { left: await leftOf(db, id, uid), authors: [] };

  const authors = await db<{ id: number }[]>`
    select distinct author_id as id from (
      select author_id from message
      where conversation_id = ${id} and deleted_at is null and id > ${own.from} and id <= ${end}
      order by id desc limit ${authorsOf}) m where author_id <> ${uid}`;
  await markFirstRead(db, id, uid, own.from, end);
  await db`
    delete from read_single where conversation_id = ${id} and person_id = ${uid} and message_id <= ${end}`;
  await moveTo(db, id, uid, own.from, end);
  return { left: await leftOf(db, id, uid), authors: authors.map((row) => row.id) };
}

/** Marks one message of another as read by the caller; a second time and own messages change nothing. */
export async function readOne(db: Db, message: OpenMessage): Promise<ReadMark> {
  const { id: messageId, conversation: open } = message;
  if (open.id === null || message.isMine || open.readTo === null) return { left: open.unread, authors: [] };
  const { id, uid } = open;
  await db`select id from conversation where id = ${id} for key share`;
  const [own] = await db<{ from: number; next: boolean }[]>`
    select m.read_to as "from", not exists (
      select from message x
      where x.conversation_id = ${id} and x.deleted_at is null and x.id > m.read_to and x.id < ${messageId}
        and x.author_id <> ${uid} and not exists (
          select from read_single s where s.conversation_id = ${id} and s.person_id = ${uid} and s.message_id = x.id)) as next
    from conversation_member m where m.conversation_id = ${id} and m.person_id = ${uid} for update of m`;
  if (!own || own.from >= messageId) return { left: await leftOf(db, id, uid), authors: [] };
  // The oldest unread one moves the position: the set of singly read ones stays small.
  if (own.next) return await readUpTo(db, open, messageId);
  const authors = await db<{ id: number }[]>`
    with one as (
      insert into read_single (conversation_id, person_id, message_id)
      select ${id}, ${uid}, id from message where id = ${messageId} and deleted_at is null
      on conflict do nothing returning message_id)
    select m.author_id as id from message m join one on one.message_id = m.id`;
  if (authors.length) await markFirstRead(db, id, uid, messageId - 1, messageId);
  return { left: await leftOf(db, id, uid), authors: authors.map((row) => row.id) };
}

/** Messages of others between two ids get the time of their first reader, each once in its life. */
async function markFirstRead(db: Db, id: number, uid: number, after: number, to: number): Promise<void> {
  await db`
    update message set first_read_at = now()
    where id in (
      select id from message
      where conversation_id = ${id} and first_read_at is null and deleted_at is null and id > ${after} and id <= ${to}
        and author_id <> ${uid}
      order by id for update skip locked)`;
}

/** Moves a position: the counters take in what lies between, which is what was read just now. */
async function moveTo(db: Db, id: number, uid: number, after: number, to: number): Promise<void> {
  await db`
    update conversation_member m set read_to = ${to}, live_read = m.live_read + x.live, sent_read = m.sent_read + x.own
    from (
      select count(*)::int as live, count(*) filter (where author_id = ${uid})::int as own from message
      where conversation_id = ${id} and deleted_at is null and id > ${after} and id <= ${to}) x
    where m.conversation_id = ${id} and m.person_id = ${uid}`;
  const merged = await db`
    update read_step s set to_id = ${to} from (
      select to_id from read_step where conversation_id = ${id} and person_id = ${uid}
        and at > now() - interval '1 minute' order by to_id desc limit 1) l
    where s.conversation_id = ${id} and s.person_id = ${uid} and s.to_id = l.to_id returning s.to_id`;
  if (!merged.length)
    await db`
      insert into read_step (conversation_id, person_id, to_id) values (${id}, ${uid}, ${to}) on conflict do nothing`;
}

async function leftOf(db: Db, id: number, uid: number): Promise<number> {
  const [row] = await db<{ left: number }[]>`
    select (c.live - m.live_read) - (m.sent - m.sent_read) - (
      select count(*)::int from read_single s where s.conversation_id = ${id} and s.person_id = ${uid}) as left
    from conversation c join conversation_member m on m.conversation_id = c.id and m.person_id = ${uid}
    where c.id = ${id}`;
  return row?.left ?? 0;
}
