import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { isPersonMember } from './conversations.access.ts';
import type { MergePair } from './person-columns.ts';

/**
 * Conversations when two accounts of one person become one, and when they are parted. In a conversation of both, one member is
 * left; of two personal conversations with one person about one thing, the messages of both are in that of the account that
 * stays. No member's position moves: what was read beyond it counts as read singly. All counts are made again from the messages.
 */

/** A conversation of the account that goes, and the one in which its messages are afterwards: the same where both are members. */
interface JoinedConversation {
  readonly from: number;
  readonly into: number;
}

/** Finds and locks the conversations that both have: as members, or each a personal one with the same person about the same. */
async function readJoined(db: Db, { stay, gone }: MergePair): Promise<JoinedConversation[]> {
  const joined = await db<JoinedConversation[]>`
    select g.conversation_id as "from", g.conversation_id as "into"
    from conversation_member g join conversation_member s
      on s.conversation_id = g.conversation_id and s.person_id = ${stay}
    where g.person_id = ${gone}
    union all
    select g.id, s.id
    from conversation g
    cross join lateral (select case when g.person_a = ${gone} then g.person_b else g.person_a end as id) other
    join conversation s on s.person_a = least(${stay}, other.id) and s.person_b = greatest(${stay}, other.id)
      and (s.year_id, s.term_id, s.discipline_id, s.credits)
        is not distinct from (g.year_id, g.term_id, g.discipline_id, g.credits)
    where ${gone} in (g.person_a, g.person_b) and other.id <> ${stay}`;
  await lockConversations(db, joined);
  return joined;
}

async function lockConversations(db: Db, joined: readonly JoinedConversation[]): Promise<void> {
  const ids = joined.flatMap(({ from, into }) => [from, into]);
  await db`select from conversation where id = any (${ids}::bigint[]) order by id for update`;
}

/** SQL: the joined conversations as rows of `from_id` and `into_id`. */
const rowsOf = (db: Db, joined: readonly JoinedConversation[]) => db`
  select * from unnest(${joined.map(({ from }) => from)}::bigint[], ${joined.map(({ into }) => into)}::bigint[])
    as j (from_id, into_id)`;

/**
 * Joins the conversations of both before the other rows follow; gives them, to be counted again once their messages have the
 * author that they keep.
 */
export async function mergeConversations(db: Db, merge: number, two: MergePair): Promise<JoinedConversation[]> {
  const joined = await readJoined(db, two);
  await keepReadSingly(db, merge, two, joined);
  await putMembersAside(db, merge, two, joined);
  await moveMessages(db, merge, joined);
  return joined;
}

/** What was read under the other account, or in the other conversation, beyond one's position counts as read singly. */
async function keepReadSingly(db: Db, merge: number, { stay, gone }: MergePair, joined: readonly JoinedConversation[]) {
  await db`
    with j as (${rowsOf(db, joined)}),
    reading as (
      select j.from_id, j.into_id, r.person_id, r.joined_at, r.read_to, case when r.person_id = ${gone} then ${stay} else r.person_id end as reader
      from j join conversation_member r on r.conversation_id = j.from_id
      where r.person_id = ${gone} or j.from_id <> j.into_id),
    read as (
      select x.into_id, x.reader, m.id,
        coalesce(s.at, (
          select t.at from read_step t
          where t.conversation_id = x.from_id and t.person_id = x.person_id and t.to_id >= m.id order by t.to_id limit 1),
          m.created_at) as at
      from reading x
      join conversation_member own on own.conversation_id = x.into_id and own.person_id = x.reader
      join message m on m.conversation_id = x.from_id and m.deleted_at is null and m.id > own.read_to
        and m.author_id <> x.reader and (x.reader <> ${stay} or m.author_id <> ${gone})
      left join read_single s
        on s.conversation_id = x.from_id and s.person_id = x.person_id and s.message_id = m.id
      where (m.id > x.joined_at and m.id <= x.read_to) or s.message_id is not null),
    made as (
      insert into read_single (conversation_id, person_id, message_id, at)
      select into_id, reader, id, at from read on conflict do nothing
      returning conversation_id, person_id, message_id)
    insert into person_merge_row (merge_id, table_name, column_name, key)
    select ${merge}, 'read_single', '', to_jsonb(made) from made`;
}

/** Takes the account that goes out of conversations of both, with what it read, and what became one's own from what one read. */
async function putMembersAside(
  db: Db,
  merge: number,
  { stay, gone }: MergePair,
  joined: readonly JoinedConversation[],
) {
  const keep = (table: 'read_single' | 'read_step' | 'conversation_member', which: Fragment) => db`
    with j as (${rowsOf(db, joined)}),
    rows as (delete from ${db(table)} t using j where t.conversation_id = j.from_id and ${which} returning t.*)
    insert into person_merge_row (merge_id, table_name, column_name, key, aside)
    select ${merge}, ${table}, '', jsonb_build_object('conversation_id', conversation_id), to_jsonb(rows) from rows`;
  await keep(
    'read_single',
    db`(t.person_id = ${gone} or j.from_id <> j.into_id or (t.person_id = ${stay}
      and exists (select from message m where m.id = t.message_id and m.author_id = ${gone})))`,
  );
  const isOfBoth = db`t.person_id = ${gone} and j.from_id = j.into_id`;
  await keep('read_step', isOfBoth);
  await keep('conversation_member', isOfBoth);
}

/** Puts the messages of a second personal conversation into the first one. */
async function moveMessages(db: Db, merge: number, joined: readonly JoinedConversation[]): Promise<void> {
  await db`
    with j as (${rowsOf(db, joined)}),
    moved as (
      update message m set conversation_id = j.into_id from j
      where m.conversation_id = j.from_id and j.from_id <> j.into_id returning m.id, j.from_id, j.into_id),
    removed as (
      update message_removal r set conversation_id = moved.into_id from moved where r.message_id = moved.id)
    insert into person_merge_row (merge_id, table_name, column_name, key)
    select ${merge}, 'message', 'conversation_id', jsonb_build_object('id', id, 'from', from_id, 'into', into_id) from moved`;
  // Whoever has a page open asks for what is newer than this number: it never goes back, and a parting leaves it.
  await db`
    update conversation c set revision = greatest(c.revision, f.revision)
    from (${rowsOf(db, joined)}) j join conversation f on f.id = j.from_id where c.id = j.into_id and f.revision > c.revision`;
}

/** Counts conversations and their members again from the messages that are in them. */
export async function recountMergedConversations(db: Db, joined: readonly JoinedConversation[]): Promise<void> {
  const ids = [...new Set(joined.flatMap(({ from, into }) => [from, into]))];
  await db`
    update conversation c set live = n.live, last_id = greatest(n.last_id, case when n.last_id = 0 then c.last_id else 0 end)
    from unnest(${ids}::bigint[]) as one (id)
    cross join lateral (
      select count(*) filter (where deleted_at is null)::int as live, coalesce(max(id), 0) as last_id
      from message where conversation_id = one.id) n
    where c.id = one.id`;
  await db`
    update conversation_member k set live_read = n.live_read, sent = n.sent, sent_read = n.sent_read
    from conversation_member o cross join lateral (
      select count(*) filter (where id <= o.read_to)::int as live_read,
        count(*) filter (where author_id = o.person_id)::int as sent,
        count(*) filter (where author_id = o.person_id and id <= o.read_to)::int as sent_read
      from message where conversation_id = o.conversation_id and deleted_at is null) n
    where o.conversation_id = any (${ids}::bigint[]) and k.conversation_id = o.conversation_id and k.person_id = o.person_id`;
}

/**
 * Parts joined conversations, once the messages have their authors again; gives how many. What was written or read since
 * stays.
 */
export async function unmergeConversations(db: Db, merge: number, { stay }: MergePair): Promise<number> {
  const joined = await db<JoinedConversation[]>`
    select distinct (key->>'from')::bigint as "from", (key->>'into')::bigint as "into" from person_merge_row
    where merge_id = ${merge} and table_name = 'message' and column_name = 'conversation_id'
    union
    select (key->>'conversation_id')::bigint, (key->>'conversation_id')::bigint from person_merge_row
    where merge_id = ${merge} and table_name in ('conversation_member', 'read_single') and column_name = ''`;
  await lockConversations(db, joined);
  await db`
    delete from read_single s using person_merge_row r
    where r.merge_id = ${merge} and r.table_name = 'read_single' and r.column_name = '' and r.aside is null
      and s.conversation_id = (r.key->>'conversation_id')::bigint and s.person_id = (r.key->>'person_id')::bigint
      and s.message_id = (r.key->>'message_id')::bigint`;
  await db`
    with back as (
      update message m set conversation_id = (r.key->>'from')::bigint from person_merge_row r
      where r.merge_id = ${merge} and r.table_name = 'message' and r.column_name = 'conversation_id'
        and m.id = (r.key->>'id')::bigint and m.conversation_id = (r.key->>'into')::bigint
      returning m.id, m.conversation_id)
    update message_removal r set conversation_id = back.conversation_id from back where r.message_id = back.id`;
  const aside = (table: string) => db`
    person_merge_row r cross join lateral jsonb_populate_record(null::${db(table)}, r.aside) t
    where r.merge_id = ${merge} and r.table_name = ${table} and r.column_name = '' and r.aside is not null`;
  await db`insert into conversation_member select t.* from ${aside('conversation_member')} on conflict do nothing`;
  await db`insert into read_step select t.* from ${aside('read_step')} on conflict do nothing`;
  await db`
    insert into read_single select t.* from ${aside('read_single')} and exists (
      select from message m join conversation_member k on k.conversation_id = m.conversation_id and k.person_id = t.person_id
      where m.id = t.message_id and m.conversation_id = t.conversation_id and m.deleted_at is null and m.id > k.read_to
        and (t.person_id <> ${stay} or m.author_id <> ${stay}))
    on conflict do nothing`;
  await recountMergedConversations(db, joined);
  return joined.length;
}

/** SQL: the conversations in which something was said and person `w` (person_id, role) takes part at this moment. */
const selectConversationsOfMember = (db: Db, person: number, timeZone: string) => db`
  select k.id from conversation k
  cross join (select person_id, role from account where person_id = ${person}) w
  where k.live > 0 and (k.id in (select conversation_id from conversation_member where person_id = ${person})
    or (not k.is_select and k.course_id in (
      select group_id from group_membership where student_id = ${person})))
    and ${isPersonMember(db, timeZone)}`;

/** The conversations that somebody takes part in at this moment. */
export async function readConversationsOfMember(db: Db, person: number, timeZone: string): Promise<number[]> {
  const rows = await db<{ id: number }[]>`select id from (${selectConversationsOfMember(db, person, timeZone)}) o`;
  return rows.map(({ id }) => id);
}

/** What was open to the account that went, before anything moved, and which of it was joined with what. */
interface OpenBefore {
  readonly two: MergePair;
  readonly before: readonly number[];
  readonly joined: readonly JoinedConversation[];
  readonly timeZone: string;
}

/**
 * Leaves the personal conversations of the account that went to the person and to the other side, to be read. Those of a group
 * end, as for whoever changes groups: what is written there later is for its members.
 */
export async function keepConversationsReadable(
  db: Db,
  merge: number,
  { two: { stay }, before, joined, timeZone }: OpenBefore,
): Promise<void> {
  const intoOf = new Map(joined.map(({ from, into }) => [from, into]));
  const ids = before.map((id) => intoOf.get(id) ?? id);
  await db`
    insert into merged_conversation (merge_id, conversation_id, person_id)
    select ${merge}, c.id, reader.id from conversation c
    cross join lateral (
      select ${stay}::bigint as id
      union select other from unnest(array[c.person_a, c.person_b]) as other
        where other is not null and not exists (select from office o where o.id = other)) reader
    where c.id = any (${ids}::bigint[]) and c.live > 0 and c.course_id is null
      and c.id not in (select id from (${selectConversationsOfMember(db, stay, timeZone)}) o)`;
}
