import { limits } from '@bilim/contract/limits.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { latestPageClause } from '../../database/pages.queries.ts';
import { selectConversationCourse } from '../../university/messages.queries.ts';
import { toLikePattern } from '../../university/names.queries.ts';
import {
  conversationOfficeSql,
  correspondentNameSql,
  correspondentTypeSql,
  isOwnOrOfficeMembership,
} from '../../university/office-mailboxes.access.ts';
import { sqlFragment, streamNameColumn } from '../../university/university.queries.ts';
import { unreadMessageCountSql } from '../../university/unread.queries.ts';
import {
  type AuthorizedConversation,
  type AuthorizedMessage,
  isCallerMember,
  toConversationKind,
} from './chat.access.ts';

export interface MessageRow {
  key: string | null;
  id_message: number;
  message: string;
  ismine: boolean;
  created: string;
  id_author: number;
  authorType: number;
  fio: string;
  files: { id: number; name: string; size: number; type: string }[];
  readAt: string | null;
  seenBy: number;
  editedAt: string | null;
  replyTo: { id_message: number; id_author: number; fio: string; message: string | null } | null;
}

/** A message that was written, edited or deleted, with the number of that change. */
export interface ChangedMessageRow extends MessageRow {
  revision: number;
  deleted: boolean;
}

/** Which messages of a conversation; each at most a page of 20. */
export type MessagePageQuery =
  | { readonly newest: true }
  | { readonly after: number }
  | { readonly before: number }
  | { readonly only: number }
  | { readonly changed: number }
  | { readonly text: string; readonly before: number | null };

/** Changes that one call returns; the next go on from the revision of the last. */
export const changesPageSize = 100;
/** Newest own messages for which a call of changes returns how far they are seen. */
const seenPage = 60;
/** A search looks through this many messages, then goes on in the next call. */
const searchDepth = 50_000;
/** Longest list of who has read a message. */
const readersShown = 1000;

/** SQL: the messages of a page with their place in it, oldest first. */
function pageOf(db: Db, id: number, page: MessagePageQuery) {
  const live = db`m.conversation_id = ${id} and m.deleted_at is null`;
  if ('after' in page)
    return db`select * from message m where ${live} and m.id > ${page.after} order by m.id limit ${limits.chatPageSize}`;
  if ('only' in page) return db`select * from message m where m.id = ${page.only} and ${live}`;
  if ('changed' in page)
    return db`select * from message m where m.conversation_id = ${id} and m.revision > ${page.changed}
      order by m.revision limit ${changesPageSize}`;
  if ('text' in page)
    return db`select m.* from (
      select * from message m where ${live} and ${latestPageClause(db, 'm.id', page.before, searchDepth)}) m
      where fold_text(m.message) like ${toLikePattern(page.text)}::text
      order by m.id desc limit ${limits.chatPageSize}`;
  const before = 'before' in page ? page.before : null;
  return db`select * from message m where ${live} and ${latestPageClause(db, 'm.id', before, limits.chatPageSize)}`;
}

/**
 * A page of a conversation, oldest first. `readAt` of others' messages is the caller's own time of reading, of own
 * ones the first reader's. How many have read is counted over the members' positions once for the whole page.
 */
export async function readMessages(
  db: Db,
  open: AuthorizedConversation,
  page: MessagePageQuery,
): Promise<MessageRow[]> {
  if (open.id === null) return [];
  const { id, uid, readTo, joinedAt, language } = open;
  const isWithOffice = toConversationKind(open.key) === 'office';
  const called = (row: 'p' | 'rp') =>
    isWithOffice ? correspondentNameSql(db, row, language) : sqlFragment(db, `${row}.full_name`);
  return await db<MessageRow[]>`
    with page as materialized (
      select x.*, row_number() over (order by x.id) as place from (${pageOf(db, id, page)}) x),
    edges as materialized (select array_agg(id order by id) as ids, min(id) as first from page),
    seen as materialized (
      select width_bucket(x.at, e.ids) as place, sum(x.people) as people
      from edges e
      join conversation_member r on r.conversation_id = ${id} and r.read_to >= e.first
      cross join lateral (values (r.read_to, 1), (r.joined_at, -1)) x (at, people)
      where x.at >= e.first group by 1)
    select case when m.author_id = ${uid} then m.client_key end as key, m.id as id_message, m.message,
      m.author_id = ${uid} as ismine, m.created_at as created, m.revision, m.deleted_at is not null as deleted,
      m.author_id as id_author, m.author_role as "authorType", ${called('p')} as fio, m.edited_at as "editedAt",
      case when m.file_count = 0 then '[]'::jsonb else (
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type)
          order by mf.position)
        from message_file mf join file f on f.id = mf.file_id where mf.message_id = m.id) end as files,
      case
        when m.author_id = ${uid} then m.first_read_at
        when ${joinedAt}::bigint is null or m.id <= ${joinedAt}::bigint then m.created_at
        when m.id <= ${readTo}::bigint then greatest(m.created_at, (
          select s.at from read_step s
          where s.conversation_id = ${id} and s.person_id = ${uid} and s.to_id >= m.id order by s.to_id limit 1))
        else (select s.at from read_single s
          where s.conversation_id = ${id} and s.person_id = ${uid} and s.message_id = m.id) end as "readAt",
      (select coalesce(sum(s.people), 0) from seen s where s.place >= m.place)::int
        - coalesce((select (a.read_to >= m.id and a.joined_at < m.id)::int from conversation_member a
          where a.conversation_id = ${id} and a.person_id = m.author_id), 0)
        + (select count(*)::int from read_single s where s.message_id = m.id) as "seenBy",
      case when r.id is not null then jsonb_build_object('id_message', r.id, 'id_author', r.author_id, 'fio', ${called('rp')},
        'message', case when r.deleted_at is null then left(r.message, 200) end) end as "replyTo"
    from page m
    join person p on p.id = m.author_id
    left join message r on r.id = m.reply_to
    left join person rp on rp.id = r.author_id
    order by m.id`;
}

/** What was written, edited or deleted after a revision, up to 100 messages; those that are deleted without text. */
export async function readChangesSince(
  db: Db,
  open: AuthorizedConversation,
  revision: number,
): Promise<ChangedMessageRow[]> {
  return (await readMessages(db, open, { changed: revision })) as ChangedMessageRow[];
}

/** How far the newest of the caller's own messages from `from` on are seen. */
export async function readOwnMessageReceipts(db: Db, open: AuthorizedConversation, from: number) {
  if (open.id === null || !open.sent) return [];
  return await db<{ id_message: number; readAt: string | null; seenBy: number }[]>`
    select m.id as id_message, m.first_read_at as "readAt", (
        select count(*)::int from conversation_member r
        where r.conversation_id = ${open.id} and r.person_id <> ${open.uid}
          and r.read_to >= m.id and r.joined_at < m.id)
      + (select count(*)::int from read_single s where s.message_id = m.id) as "seenBy"
    from (
      select id, first_read_at from message
      where conversation_id = ${open.id} and deleted_at is null and author_id = ${open.uid} and id >= ${from}
      order by id desc limit ${seenPage}) m
    order by m.id`;
}

/** The people who have read a message, first readers first. */
export async function readMessageReaders(db: Db, message: AuthorizedMessage) {
  const { id, conversation } = message;
  return await db<{ idid: number; fio: string; id_type: number; readAt: string | null }[]>`
    select p.id as idid, ${correspondentNameSql(db, 'p', conversation.language)} as fio, ${correspondentTypeSql(db)} as id_type, x.at as "readAt"
    from (
      select r.person_id, (
        select greatest(s.at, m.created_at) from read_step s, message m
        where m.id = ${id} and s.conversation_id = r.conversation_id and s.person_id = r.person_id and s.to_id >= ${id}
        order by s.to_id limit 1) as at
      from conversation_member r
      where r.conversation_id = ${conversation.id} and r.person_id <> ${conversation.uid}
        and r.read_to >= ${id} and r.joined_at < ${id}
      union all
      select s.person_id, s.at from read_single s where s.message_id = ${id}) x
    join person p on p.id = x.person_id
    order by x.at, p.full_name limit ${readersShown}`;
}

interface UnreadContact {
  idid: number;
  id_type: number;
  fio: string;
  countMessages: number;
  year: number;
  ws: number;
  id_discipline: number;
  discipline: string;
  kredit: number;
  isSelect: boolean | null;
  gr_potok: number | null;
  group: string | null;
  id_office: number | null;
}

/** The caller's conversations of the current year with something unread, newest message first; at most 500. */
export async function readUnreadContacts(
  db: Db,
  caller: Caller,
  language: Language,
  timeZone: string,
): Promise<UnreadContact[]> {
  return await db<UnreadContact[]>`
    with waiting as materialized (
      select c.*, m.person_id as self, ${unreadMessageCountSql(db)} as unread
      from conversation_member m join conversation c on c.id = m.conversation_id
      where ${isOwnOrOfficeMembership(db, caller)}
        and (c.year_id is null or c.year_id = (select id from academic_year where is_default))),
    k as (select * from waiting where unread > 0 order by last_id desc limit 500)
    select coalesce(p.id, -1) as idid, case when p.id is null then -1 else ${correspondentTypeSql(db)} end as id_type,
      coalesce(${correspondentNameSql(db, 'p', language)}, '') as fio, k.unread as "countMessages", ${selectConversationCourse(db, 'k', language)},
      k.is_select as "isSelect", k.course_id as gr_potok,
      case when k.is_select then (
          select ${streamNameColumn(db, 's', language)} from stream s join class_type ct on ct.id = s.class_type_id
          where s.id = k.course_id)
        else (select g.name from study_group g where g.id = k.course_id) end as "group", ${conversationOfficeSql(db, 'k')} as id_office
    from k
    left join discipline d on d.id = k.discipline_id
    left join person p on p.id = case when k.person_a = k.self then k.person_b else k.person_a end
    where ${isCallerMember(db, caller, timeZone)}
    order by k.last_id desc`;
}
