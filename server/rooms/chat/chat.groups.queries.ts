import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { selectGroupMembers } from '../../university/conversations.queries.ts';
import type { AuthorizedGroupConversations } from './chat.access.ts';
import { unreadNotificationTimeSql } from './chat.writing.queries.ts';

/** The people of a group's conversation at this moment, the caller among them. */
export interface GroupMembers {
  readonly group: number;
  readonly people: readonly number[];
}

/** A message to several groups; `keys`: under which each is stored once, in the order of the groups. */
export interface MultiGroupMessage {
  readonly text: string;
  readonly files: readonly StoredFile[];
  readonly keys: readonly (string | null)[];
}

interface SentGroupMessage {
  gr_potok: number;
  id_message: number;
}

/** The messages that this person sent to groups under these keys before. */
export async function findSentGroupMessages(db: Db, uid: number, keys: readonly string[]): Promise<SentGroupMessage[]> {
  return await db<SentGroupMessage[]>`
    select c.course_id as gr_potok, m.id as id_message from message m join conversation c on c.id = m.conversation_id
    where m.author_id = ${uid} and m.client_key = any(${keys as string[]}::uuid[]) order by c.course_id`;
}

/** Who belongs to each of the groups. */
export async function readGroupMembers(
  db: Db,
  { course, groups }: AuthorizedGroupConversations,
  timeZone: string,
): Promise<GroupMembers[]> {
  const group = db.unsafe('g.id');
  return await db<GroupMembers[]>`
    select g.id as "group", array(select m.id from (${selectGroupMembers(db, { ...course, group }, timeZone)}) m) as people
    from unnest(${groups as number[]}::int[]) as g (id) order by g.id`;
}

/** Stores the message in each conversation; conversations are locked in the order of their ids (chat.writing.queries.ts). */
export async function insertGroupMessages(
  db: Db,
  { course, groups, uid }: AuthorizedGroupConversations,
  members: readonly GroupMembers[],
  { text, files, keys }: MultiGroupMessage,
): Promise<SentGroupMessage[]> {
  const { year, term, discipline, credits, isSelect } = course;
  await db`
    insert into conversation (year_id, term_id, discipline_id, credits, is_select, course_id)
    select ${year}, ${term}, ${discipline}, ${credits}, ${isSelect}, g.id
    from unnest(${groups as number[]}::int[]) as g (id) on conflict do nothing`;
  const locked = await db<{ id: number; group: number }[]>`
    select id, course_id as "group" from conversation
    where year_id = ${year} and term_id = ${term} and discipline_id = ${discipline} and credits = ${credits}
      and is_select = ${isSelect} and course_id = any(${groups as number[]}::int[])
    order by id for no key update`;
  const ids = locked.map(({ id }) => id);
  const people = locked.flatMap(({ id, group }) =>
    (members.find((one) => one.group === group)?.people ?? []).map((person) => ({ id, person })),
  );
  await db`
    insert into conversation_member (conversation_id, person_id, joined_at, read_to, live_read)
    select c.id, n.person, c.last_id, c.last_id, c.live
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ person }) => person)}::bigint[]) as n (id, person)
    join conversation c on c.id = n.id
    on conflict do nothing`;
  // Who had read all goes on having read all.
  const readers = await db<{ id: number }[]>`
    select m.conversation_id as id from conversation_member m join conversation c on c.id = m.conversation_id
    where m.person_id = ${uid} and m.conversation_id = any(${ids}::bigint[])
      and c.live - m.live_read - (m.sent - m.sent_read) = 0 and not exists (
        select from read_single s where s.conversation_id = m.conversation_id and s.person_id = ${uid})
    order by 1 for update of m`;
  const sent = await db<{ id: number; conversation: number }[]>`
    with counted as (
      update conversation set live = live + 1, revision = revision + 1 where id = any(${ids}::bigint[])
      returning id, course_id, revision)
    insert into message (conversation_id, author_id, author_role, message, file_count, revision, client_key, notify_at)
    select c.id, ${uid}, 1, ${text}, ${files.length}, c.revision, k.key, ${unreadNotificationTimeSql(db)}
    from counted c
    join unnest(${groups as number[]}::int[], ${keys as (string | null)[]}::uuid[]) as k (id, key) on k.id = c.course_id
    order by c.course_id
    returning id, conversation_id as conversation`;
  const added = db`unnest(${sent.map(({ conversation }) => conversation)}::bigint[], ${sent.map(({ id }) => id)}::bigint[])
    as n (conversation, message)`;
  await db`update conversation c set last_id = n.message from ${added} where c.id = n.conversation`;
  await db`
    update conversation_member m set sent = m.sent + 1,
      read_to = case when r.is_reader then n.message else m.read_to end,
      live_read = case when r.is_reader then c.live else m.live_read end,
      sent_read = case when r.is_reader then m.sent + 1 else m.sent_read end
    from ${added}
    join conversation c on c.id = n.conversation
    cross join lateral (select n.conversation = any(${readers.map(({ id }) => id)}::bigint[]) as is_reader) r
    where m.conversation_id = n.conversation and m.person_id = ${uid}`;
  if (files.length)
    await db`
      insert into message_file (message_id, file_id, position)
      select n.message, f.id, f.position
      from ${added} cross join unnest(${files.map(({ id }) => id)}::bigint[]) with ordinality as f (id, position)`;
  const groupOf = new Map(locked.map(({ id, group }) => [id, group]));
  return sent.map(({ id, conversation }) => ({ gr_potok: groupOf.get(conversation) ?? 0, id_message: id }));
}
