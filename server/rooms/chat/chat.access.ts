import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import {
  type ConversationKind,
  hasLeftUniversity,
  isCallerMember,
  isReadOnlyAfterMerge,
} from '../../university/conversations.access.ts';
import {
  type ConversationIdentity,
  type ConversationKey,
  toConversationKey,
} from '../../university/conversations.keys.ts';
import { conversationOfficeSql, isOfficeInScope } from '../../university/office-mailboxes.access.ts';
import { sqlFragment } from '../../university/university.queries.ts';
import { unreadMessageCountSql } from '../../university/unread.queries.ts';

export { isCallerMember };

interface State {
  /** Null until the first message. */
  readonly id: number | null;
  /** Why there is only reading: the year is past, the other one has left, the office or (merged) the conversation is no more for the caller. */
  readonly over: 'chat.closed' | 'chat.left' | 'chat.otherOffice' | 'chat.merged' | null;
  readonly revision: number;
  readonly unread: number;
  /** Oldest message of others that the caller has not read; null also when it was not asked for. */
  readonly firstUnread: number | null;
  /** Some messages beyond the position were read one by one; false also when it was not asked for. */
  readonly readSingly: boolean;
  /** The caller's own messages that are not deleted. */
  readonly sent: number;
  /** The caller's position; null for whoever has none yet: everything counts as read. */
  readonly readTo: number | null;
  readonly joinedAt: number | null;
}

/** A conversation that the caller belongs to at this moment; only this file makes one. */
export type AuthorizedConversation = State & {
  readonly key: ConversationKey;
  /** Who reads and writes here: the caller, or the office in whose name they do. */
  readonly uid: number;
  /** The caller. */
  readonly by: number;
  readonly language: Language;
  readonly __authorized: 'conversation';
};

/** How a conversation is opened. */
export interface ConversationAccessOptions {
  readonly timeZone: string;
  /** In which offices are named. */
  readonly language: Language;
  /** Whether the first unread message is looked up in the same statement. */
  readonly first?: boolean;
}

/** What a conversation hangs on. */
export function toConversationKind({ with: whom }: ConversationKey): ConversationKind {
  if ('group' in whom) return whom.isSelect ? 'stream' : 'group';
  return whom.office === undefined ? 'person' : 'office';
}

/** Who the caller is in a conversation: an office, where they answer in its name. */
export function resolveCallerIdInConversation({ with: whom }: ConversationKey, caller: Caller): number {
  return 'person' in whom && whom.office !== undefined && whom.office !== whom.person ? whom.office : caller.uid;
}

/** A message in a conversation of the caller. */
export interface AuthorizedMessage {
  readonly id: number;
  readonly isMine: boolean;
  readonly deleted: boolean;
  /** Older than the time within which it may be edited. */
  readonly late: boolean;
  readonly text: string;
  readonly fileCount: number;
  readonly conversation: AuthorizedConversation;
}

/**
 * Opens a conversation to the people who belong to it now: 403 chat.notYourConversation is the one answer for
 * "not there" and "not yours".
 */
export async function authorizeConversation(
  db: Db,
  caller: Caller,
  key: ConversationKey,
  { timeZone, language, first = false }: ConversationAccessOptions,
): Promise<AuthorizedConversation> {
  const kind = toConversationKind(key);
  const self = resolveCallerIdInConversation(key, caller);
  const person = 'person' in key.with ? key.with.person : null;
  const course = 'group' in key.with ? key.with : null;
  const otherRole = 'person' in key.with ? key.with.role : undefined;
  if (person === caller.uid || (kind === 'person' && otherRole !== undefined && otherRole === caller.role))
    throw new Refusal('chat.notYourConversation', 403);
  const { year, term, discipline, credits } = toConversationCourseColumns(key);
  const same = db`c.year_id = k.year_id and c.term_id = k.term_id and c.discipline_id = k.discipline_id
    and c.credits = k.credits`;
  const [row] = await db<(State & { isMember: boolean; isReader: boolean })[]>`
    select ${isCallerMember(db, caller, timeZone, kind)} as "isMember", ${isReadOnlyAfterMerge(db, caller, 'c')} as "isReader", c.id, coalesce(c.revision, 0) as revision,
      ${over(db, caller, kind, person)} as over,
      u.unread, ${first ? firstUnread(db, self) : null}::bigint as "firstUnread", coalesce(m.sent, 0) as sent,
      ${first ? readSingly(db) : false}::boolean as "readSingly",
      m.read_to as "readTo", m.joined_at as "joinedAt"
    from (select ${year}::smallint as year_id, ${term}::smallint as term_id, ${discipline}::int as discipline_id,
      ${credits}::numeric as credits, least(${person}::bigint, ${person === null ? null : self}::bigint) as person_a,
      greatest(${person}::bigint, ${person === null ? null : self}::bigint) as person_b,
      ${course?.isSelect ?? null}::boolean as is_select, ${course?.group ?? null}::int as course_id) k
    left join conversation c on ${
      person === null
        ? db`c.course_id = k.course_id and c.is_select = k.is_select and ${same}`
        : db`c.person_a = k.person_a and c.person_b = k.person_b
            and ${kind === 'office' ? sqlFragment(db, 'c.discipline_id is null') : same}`
    }
    left join conversation_member m on m.conversation_id = c.id and m.person_id = ${self}
    cross join lateral (select ${unreadMessageCountSql(db)} as unread) u`;
  if (!row?.isMember && !row?.isReader) throw new Refusal('chat.notYourConversation', 403);
  const { isMember, isReader: _, ...state } = row;
  return {
    ...state,
    over: state.over ?? (isMember ? null : 'chat.merged'),
    key,
    uid: self,
    by: caller.uid,
    language,
  } as AuthorizedConversation;
}

/** Year, term, discipline and credits as a conversation's row holds them: none where it is with an office. */
export function toConversationCourseColumns(key: ConversationKey) {
  const { year, term, discipline, credits } = key;
  if (toConversationKind(key) !== 'office') return { year, term, discipline, credits };
  return { year: null, term: null, discipline: null, credits: null };
}

/** SQL: why conversation `k` is only for reading, or null. */
function over(db: Db, caller: Caller, kind: ConversationKind, person: number | null) {
  const isPast = sqlFragment(db, 'k.year_id < (select id from academic_year where is_default)');
  if (kind === 'group' || kind === 'stream') return db`case when ${isPast} then 'chat.closed' end`;
  const left = db`when ${hasLeftUniversity(db, db`${person}::bigint`)} then 'chat.left'`;
  if (kind === 'person') return db`case when ${isPast} then 'chat.closed' ${left} end`;
  return db`case ${left} when not exists (
    select from office o where o.id in (k.person_a, k.person_b)
      and (${caller.uid} not in (k.person_a, k.person_b) or ${isOfficeInScope(db, caller)})) then 'chat.otherOffice' end`;
}

/** Groups or streams of one discipline that the caller teaches; only this file makes one. */
export interface AuthorizedGroupConversations {
  readonly course: Omit<ConversationKey, 'with'> & { readonly isSelect: boolean };
  readonly groups: readonly number[];
  readonly uid: number;
  readonly closed: boolean;
  readonly __authorized: 'groups';
}

/** Opens the conversations of several groups of a discipline; 403 chat.notYourConversation when one of them is not the caller's. */
export async function authorizeGroupConversations(
  db: Db,
  caller: Caller,
  course: AuthorizedGroupConversations['course'],
  groups: readonly number[],
  timeZone: string,
): Promise<AuthorizedGroupConversations> {
  const { year, term, discipline, credits, isSelect } = course;
  const [row] = await db<{ isOpen: boolean; closed: boolean }[]>`
    select bool_and(${isCallerMember(db, caller, timeZone, isSelect ? 'stream' : 'group')}) as "isOpen",
      ${year}::smallint < (select id from academic_year where is_default) as closed
    from (
      select ${year}::smallint as year_id, ${term}::smallint as term_id, ${discipline}::int as discipline_id,
        ${credits}::numeric as credits, ${isSelect}::boolean as is_select, g.id as course_id
      from unnest(${groups as number[]}::int[]) as g (id)) k`;
  if (!row?.isOpen) throw new Refusal('chat.notYourConversation', 403);
  return { course, groups, uid: caller.uid, closed: row.closed } as AuthorizedGroupConversations;
}

/** SQL: the oldest message of others in conversation `c` that member `m` has not read. */
function firstUnread(db: Db, self: number) {
  return db`(select x.id from message x
    where u.unread > 0 and x.conversation_id = c.id and x.deleted_at is null and x.id > m.read_to
      and x.author_id <> ${self} and not exists (select from read_single s
        where s.conversation_id = c.id and s.person_id = m.person_id and s.message_id = x.id)
    order by x.id limit 1)`;
}

/** SQL: member `m` has read messages of conversation `c` one by one. */
function readSingly(db: Db) {
  return db`exists (select from read_single s where s.conversation_id = c.id and s.person_id = m.person_id)`;
}

/**
 * Opens a message in a conversation of the caller, deleted ones too. 404 chat.notFound is the one answer for "not
 * there" and "not yours". `editMinutes`: from when on it is too late to edit it.
 */
export async function authorizeMessage(
  db: Db,
  caller: Caller,
  id: number,
  rule: ConversationAccessOptions & { readonly editMinutes: number },
): Promise<AuthorizedMessage> {
  // Who is no side of it can only be one who answers in the name of its office.
  const self = db`case when c.person_a is null or ${caller.uid} in (c.person_a, c.person_b) then ${caller.uid}
    else ${conversationOfficeSql(db, 'c')} end`;
  const [row] = await db<(ConversationIdentity & Omit<AuthorizedMessage, 'conversation'>)[]>`
    select m.id, m.author_id = self.id as "isMine", m.deleted_at is not null as deleted, m.message as text,
      m.file_count as "fileCount", m.created_at < now() - ${rule.editMinutes} * interval '1 minute' as late,
      c.year_id as year, c.term_id as term, c.discipline_id as discipline, c.credits,
      case when c.person_a = self.id then c.person_b else c.person_a end as other, ${conversationOfficeSql(db, 'c')} as office,
      c.is_select as "isSelect", c.course_id as "group"
    from message m join conversation c on c.id = m.conversation_id
    cross join lateral (select ${self} as id) self
    where m.id = ${id} and self.id is not null`;
  if (!row) throw new Refusal('chat.notFound', 404);
  const { other, office, isSelect, group, year, term, discipline, credits, ...message } = row;
  try {
    const key = toConversationKey({ other, office, isSelect, group, year, term, discipline, credits });
    return { ...message, conversation: await authorizeConversation(db, caller, key, rule) };
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('chat.notFound', 404);
    throw error;
  }
}

/** A file of a message that the caller may read; null when there is none, or no more, or it is not theirs. */
export async function authorizeMessageFile(
  db: Db,
  caller: Caller,
  id: number,
  timeZone: string,
): Promise<StoredFile | null> {
  const [row] = await db<StoredFile[]>`
    select f.id, f.key, f.name, f.size, f.type
    from message_file mf
    join message m on m.id = mf.message_id and m.deleted_at is null
    join conversation k on k.id = m.conversation_id
    join file f on f.id = mf.file_id
    where mf.file_id = ${id} and ${isCallerMember(db, caller, timeZone)}`;
  return row ?? null;
}
