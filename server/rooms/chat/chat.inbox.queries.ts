import { inboxPageSize } from '@bilim/contract/limits.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isActiveMember, isReadOnlyAfterMerge } from '../../university/conversations.access.ts';
import { selectConversationCourse } from '../../university/messages.queries.ts';
import {
  conversationOfficeSql,
  correspondentNameSql,
  correspondentTypeSql,
  isOfficeInScope,
  isOwnOrOfficeMembership,
} from '../../university/office-mailboxes.access.ts';
import { streamNameColumn, wireTimestampSql } from '../../university/university.queries.ts';
import { unreadMessageCountSql } from '../../university/unread.queries.ts';
import { type AuthorizedConversation, isCallerMember, toConversationCourseColumns } from './chat.access.ts';

/** A conversation as the inbox lists it. */
export interface InboxRow {
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
  over: string | null;
  mentioned: boolean;
  muted: boolean;
  pinned: boolean;
  id_last_message: number;
  last: {
    id_message: number;
    message: string;
    created: string;
    ismine: boolean;
    fio: string;
    file: { name: string; type: string } | null;
    isRead: boolean;
  } | null;
}

/** Which of the caller's conversations. */
export interface InboxQuery {
  readonly unread: boolean;
  readonly groups: boolean;
  readonly discipline: number | null;
  /** Those behind this place of the list; null: its beginning. */
  readonly before: number | null;
}

/** The language in which offices are named, and where the days of terms begin. */
interface ListContext {
  readonly language: Language;
  readonly timeZone: string;
}

/** Code points of a message that the list shows. */
const shown = 100;

/** A page of the caller's conversations: pinned ones first, then by the newest message. Who has left one has it no more. */
export async function readConversations(
  db: Db,
  caller: Caller,
  { language, timeZone }: ListContext,
  page: InboxQuery,
): Promise<InboxRow[]> {
  // Belonging is asked in the order of the list, and of no more than fill the page.
  return await rowsOf(
    db,
    caller,
    { language, timeZone },
    db`
      select * from (
        select c.*, m.person_id as self, m.muted, m.pinned
        from conversation_member m join conversation c on c.id = m.conversation_id
        where ${isOwnOrOfficeMembership(db, caller)} and c.live > 0
          ${page.groups ? db`and c.course_id is not null` : db``}
          ${page.discipline === null ? db`` : db`and c.discipline_id = ${page.discipline}`}
          ${page.unread ? db`and ${unreadMessageCountSql(db)} > 0` : db``}
          ${page.before === null ? db`` : db`and not m.pinned and c.last_id < ${page.before}`}
        order by m.pinned desc, c.last_id desc offset 0) k
      where ${isCallerMember(db, caller, timeZone)}
      order by k.pinned desc, k.last_id desc limit ${inboxPageSize}`,
  );
}

/** One conversation as the list has it, also before its first message. */
export async function readConversation(
  db: Db,
  caller: Caller,
  at: ListContext,
  { id, key, uid }: AuthorizedConversation,
): Promise<InboxRow[]> {
  const { year, term, discipline, credits } = toConversationCourseColumns(key);
  const other = 'person' in key.with ? key.with.person : null;
  const course = 'group' in key.with ? key.with : null;
  return await rowsOf(
    db,
    caller,
    at,
    db`
      select ${id}::bigint as id, ${uid}::bigint as self, ${year}::smallint as year_id,
        ${term}::smallint as term_id, ${discipline}::int as discipline_id, ${credits}::numeric as credits,
        ${other === null ? null : uid}::bigint as person_a, ${other}::bigint as person_b,
        ${course?.isSelect ?? null}::boolean as is_select, ${course?.group ?? null}::int as course_id,
        coalesce(c.live, 0) as live, coalesce(c.last_id, 0) as last_id,
        coalesce(m.muted, false) as muted, coalesce(m.pinned, false) as pinned
      from (select) nothing
      left join conversation c on c.id = ${id}
      left join conversation_member m on m.conversation_id = c.id and m.person_id = ${uid}`,
  );
}

/** The rows of the list for the conversations that `found` selects. */
async function rowsOf(
  db: Db,
  caller: Caller,
  { language, timeZone }: ListContext,
  found: Fragment,
): Promise<InboxRow[]> {
  return await db<InboxRow[]>`
    with c as materialized (${found})
    select coalesce(p.id, -1) as idid, case when p.id is null then -1 else ${correspondentTypeSql(db)} end as id_type,
      coalesce(${correspondentNameSql(db, 'p', language)}, '') as fio, ${unreadMessageCountSql(db)} as "countMessages",
      ${selectConversationCourse(db, 'c', language)}, ${conversationOfficeSql(db, 'c')} as id_office, ${over(db, caller, timeZone)} as over,
      c.is_select as "isSelect", c.course_id as gr_potok,
      case when c.is_select then (
          select ${streamNameColumn(db, 's', language)} from stream s join class_type ct on ct.id = s.class_type_id
          where s.id = c.course_id)
        else (select g.name from study_group g where g.id = c.course_id) end as "group",
      exists (
        select from message_mention n join message x on x.id = n.message_id
        where n.person_id = ${caller.uid} and n.message_id > m.read_to and x.conversation_id = c.id
          and x.deleted_at is null) as mentioned,
      c.muted, c.pinned, c.last_id as id_last_message,
      case when l.id is not null then jsonb_build_object('id_message', l.id, 'message', left(l.message, ${shown}),
        'created', ${wireTimestampSql(db, 'l.created_at')},
        'ismine', l.author_id = c.self, 'fio', ${correspondentNameSql(db, 'a', language)},
        'isRead', l.first_read_at is not null, 'file', (
          select jsonb_build_object('name', f.name, 'type', f.type)
          from message_file mf join file f on f.id = mf.file_id
          where mf.message_id = l.id order by mf.position limit 1)) end as last
    from c
    left join discipline d on d.id = c.discipline_id
    left join conversation_member m on m.conversation_id = c.id and m.person_id = c.self
    left join person p on p.id = case when c.person_a = c.self then c.person_b else c.person_a end
    left join lateral (
      select x.* from message x where x.conversation_id = c.id and x.deleted_at is null
      order by x.id desc limit 1) l on true
    left join person a on a.id = l.author_id
    order by c.pinned desc, c.last_id desc`;
}

/** SQL: why conversation `c` with person `p` is only for reading, or null (authorizeConversation is the same of one). */
function over(db: Db, caller: Caller, timeZone: string) {
  return db`case
    when c.year_id < (select id from academic_year where is_default) then 'chat.closed'
    when p.closed_on is not null then 'chat.left'
    when c.discipline_id is null and c.self = ${caller.uid}
      and not exists (select from office o where o.id = p.id and ${isOfficeInScope(db, caller)}) then 'chat.otherOffice'
    when ${isReadOnlyAfterMerge(db, caller, 'c')}
      and not exists (select from (select c.*) k where ${isActiveMember(db, caller, timeZone)}) then 'chat.merged' end`;
}

/** Remembers whether a member wants the conversation muted, or pinned. */
export async function storeConversationSettings(
  db: Db,
  { id, uid }: AuthorizedConversation,
  kept: { muted: boolean } | { pinned: boolean },
): Promise<void> {
  // Who joined after the newest message has no row yet: what was before counts as read.
  await db`
    insert into conversation_member (conversation_id, person_id, joined_at, read_to, live_read)
    select id, ${uid}, last_id, last_id, live from conversation where id = ${id} for key share
    on conflict do nothing`;
  await db`
    update conversation_member set ${'muted' in kept ? db`muted = ${kept.muted}` : db`pinned = ${kept.pinned}`}
    where conversation_id = ${id} and person_id = ${uid}`;
}

/** How many conversations a person has pinned. */
export async function countPinnedConversations(db: Db, uid: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from conversation_member where person_id = ${uid} and pinned`;
  return row?.count ?? 0;
}
