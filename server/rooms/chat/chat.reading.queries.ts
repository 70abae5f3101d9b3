import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import {
  type ConversationIdentity,
  type ConversationKey,
  toConversationKey,
} from '../../university/conversations.keys.ts';
import { conversationOfficeSql } from '../../university/office-mailboxes.access.ts';
import { unreadMessageCountSql } from '../../university/unread.queries.ts';
import { type AuthorizedConversation, type AuthorizedMessage, isCallerMember } from './chat.access.ts';

/** Reading: positions of members, single messages read beyond them. For the locks see chat.writing.queries.ts. */

/** What reading did: how many are still unread, and whose messages were read. */
export interface MarkReadResult {
  readonly left: number;
  readonly authors: readonly number[];
}

/** Authors who learn that they were read; of more than these messages, only the newest are looked at. */
const authorsOf = 200;

/** Marks everything up to message `to` (null: all) as read by the caller. */
export async function markReadUpTo(db: Db, open: AuthorizedConversation, to: number | null): Promise<MarkReadResult> {
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

  const [authors] = await markSpans(db, uid, [{ id, from: own.from, to: end }]);
  return { left: await leftOf(db, id, uid), authors: authors?.authors ?? [] };
}

/** Marks one message of another as read by the caller; a second time and own messages change nothing. */
export async function markMessageRead(db: Db, message: AuthorizedMessage): Promise<MarkReadResult> {
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
  if (own.next) return await markReadUpTo(db, open, messageId);
  const authors = await db<{ id: number }[]>`
    with one as (
      insert into read_single (conversation_id, person_id, message_id)
      select ${id}, ${uid}, id from message where id = ${messageId} and deleted_at is null
      on conflict do nothing returning message_id)
    select m.author_id as id from message m join one on one.message_id = m.id`;
  if (authors.length) await markFirstRead(db, uid, [{ id, from: messageId - 1, to: messageId }]);
  return { left: await leftOf(db, id, uid), authors: authors.map((row) => row.id) };
}

/** Conversations that are read at once. */
const readBatchSize = 500;

/** A conversation that was read, and whose messages those were. */
export interface ConversationMarkedRead {
  readonly key: ConversationKey;
  readonly authors: readonly number[];
}

/** Marks everything in all conversations that are the caller's own as read; what waits for an office stays with it. */
export async function markAllConversationsRead(
  db: Db,
  caller: Caller,
  timeZone: string,
): Promise<ConversationMarkedRead[]> {
  const { uid } = caller;
  const waiting = await db<(ConversationIdentity & { id: number })[]>`
    select k.id, k.year_id as year, k.term_id as term, k.discipline_id as discipline, k.credits,
      case when k.person_a = ${uid} then k.person_b else k.person_a end as other,
      ${conversationOfficeSql(db, 'k')} as office, k.is_select as "isSelect",
      k.course_id as "group"
    from (
      select c.* from conversation_member m join conversation c on c.id = m.conversation_id
      where m.person_id = ${uid} and ${unreadMessageCountSql(db)} > 0 order by c.last_id desc limit ${readBatchSize}) k
    where ${isCallerMember(db, caller, timeZone)}`;
  const ids = waiting.map(({ id }) => id);
  const ends = await db<{ id: number; to: number }[]>`
    select id, last_id as "to" from conversation where id = any(${ids}) order by id for key share`;
  const own = await db<{ id: number; from: number }[]>`
    select conversation_id as id, read_to as "from" from conversation_member
    where conversation_id = any(${ids}) and person_id = ${uid} order by conversation_id for update`;
  const froms = new Map(own.map(({ id, from }) => [id, from]));
  const read = await markSpans(
    db,
    uid,
    ends.map(({ id, to }) => ({ id, from: froms.get(id) ?? to, to })),
  );
  const authors = new Map(read.map((one) => [one.id, one.authors]));
  return waiting.map(({ id, ...named }) => ({ key: toConversationKey(named), authors: authors.get(id) ?? [] }));
}

/** Messages of a conversation after `from` up to `to`. */
interface Span {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** SQL: spans as rows `s` of id, after, upto. */
function rowsOf(db: Db, spans: readonly Span[]) {
  const [ids, after, upto] = [spans.map(({ id }) => id), spans.map(({ from }) => from), spans.map(({ to }) => to)];
  return db`unnest(${ids}::bigint[], ${after}::bigint[], ${upto}::bigint[]) as s (id, after, upto)`;
}

/** Marks spans of one's conversations as read; gives whose messages those were, by conversation. */
async function markSpans(db: Db, uid: number, spans: readonly Span[]): Promise<{ id: number; authors: number[] }[]> {
  const authors = await db<{ id: number; authors: number[] }[]>`
    select s.id, array(
      select distinct x.author_id from (
        select author_id from message
        where conversation_id = s.id and deleted_at is null and id > s.after and id <= s.upto
        order by id desc limit ${authorsOf}) x where x.author_id <> ${uid}) as authors
    from ${rowsOf(db, spans)}`;
  await markFirstRead(db, uid, spans);
  await db`
    delete from read_single r using ${rowsOf(db, spans)}
    where r.conversation_id = s.id and r.person_id = ${uid} and r.message_id <= s.upto`;
  await moveTo(db, uid, spans);
  return authors;
}

/** Stores when messages of others were first read by somebody; once for each message. */
async function markFirstRead(db: Db, uid: number, spans: readonly Span[]): Promise<void> {
  await db`
    update message set first_read_at = now()
    where id in (
      select m.id from ${rowsOf(db, spans)} join message m on m.conversation_id = s.id
      where m.first_read_at is null and m.deleted_at is null and m.id > s.after and m.id <= s.upto
        and m.author_id <> ${uid}
      order by m.id for update of m skip locked)`;
}

/** Moves positions: the counters take in what lies between, which is what was read just now. */
async function moveTo(db: Db, uid: number, spans: readonly Span[]): Promise<void> {
  await db`
    update conversation_member m set read_to = s.upto, live_read = m.live_read + x.live, sent_read = m.sent_read + x.own
    from ${rowsOf(db, spans)} cross join lateral (
      select count(*)::int as live, count(*) filter (where author_id = ${uid})::int as own from message
      where conversation_id = s.id and deleted_at is null and id > s.after and id <= s.upto) x
    where m.conversation_id = s.id and m.person_id = ${uid}`;
  // Steps of the same minute are one.
  await db`
    with moved as (
      update read_step r set to_id = s.upto from ${rowsOf(db, spans)} cross join lateral (
        select to_id from read_step where conversation_id = s.id and person_id = ${uid}
          and at > now() - interval '1 minute' order by to_id desc limit 1) l
      where r.conversation_id = s.id and r.person_id = ${uid} and r.to_id = l.to_id returning s.id)
    insert into read_step (conversation_id, person_id, to_id)
    select s.id, ${uid}, s.upto from ${rowsOf(db, spans)} where s.id not in (select id from moved)
    on conflict do nothing`;
}

async function leftOf(db: Db, id: number, uid: number): Promise<number> {
  const [row] = await db<{ left: number }[]>`
    select (c.live - m.live_read) - (m.sent - m.sent_read) - (
      select count(*)::int from read_single s where s.conversation_id = ${id} and s.person_id = ${uid}) as left
    from conversation c join conversation_member m on m.conversation_id = c.id and m.person_id = ${uid}
    where c.id = ${id}`;
  return row?.left ?? 0;
}
