import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { studies, teaches, teachesStudent } from '../../university/courses.access.ts';
import { dayOfTerm, disciplineIn } from '../../university/courses.queries.ts';
import { piece } from '../../university/university.queries.ts';
import { unread } from '../../university/unread.queries.ts';

/** What names a conversation: a discipline in a term, and either the other person or the group or stream. */
export interface ConversationKey {
  readonly year: number;
  readonly term: number;
  readonly discipline: number;
  readonly credits: number;
  readonly with:
    | { readonly person: number; readonly role?: number | undefined }
    | { readonly isSelect: boolean; readonly group: number };
}

interface State {
  /** Null until the first message. */
  readonly id: number | null;
  /** In a past academic year: only for reading. */
  readonly closed: boolean;
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
export type OpenConversation = State & { readonly key: ConversationKey; readonly uid: number } & {
  readonly __open: 'conversation';
};

/** A message in a conversation of the caller. */
export interface OpenMessage {
  readonly id: number;
  readonly isMine: boolean;
  readonly deleted: boolean;
  /** Older than the time within which it may be edited. */
  readonly late: boolean;
  readonly text: string;
  readonly fileCount: number;
  readonly conversation: OpenConversation;
}

/** What a conversation hangs on: another person, a group, or a stream. */
type Kind = 'person' | 'group' | 'stream';

/**
 * SQL condition: the caller belongs to the conversation named by the columns of `k` (year_id, term_id,
 * discipline_id, credits, person_a, person_b, is_select, course_id). Judged by enrolment and load on the day of the
 * term, so whoever left a group is out with the next call. A group needs a teacher: a made-up discipline beside
 * one's own group opens nothing. With a `kind` only its part is asked: a statement that is planned in no time.
 */
export function belongs(db: Db, caller: Caller, timeZone: string, kind: Kind | 'any' = 'any') {
  const self = db`${caller.uid}::bigint`;
  const term = disciplineIn(db, 'k');
  const now = { day: dayOfTerm(db, timeZone, term.year, term.term) };
  const withPerson = () => {
    const other = db`(case when k.person_a = ${caller.uid} then k.person_b else k.person_a end)`;
    const [teacher, student] = caller.role === 1 ? [self, other] : [other, self];
    return db`(${caller.uid} in (k.person_a, k.person_b) and ${teachesStudent(db, teacher, student, term, now)})`;
  };
  const ofCourse = (isSelect: boolean) => {
    const key = { ...term, isSelect, group: piece(db, 'k.course_id') };
    return caller.role === 1 ? teaches(db, self, key) : studies(db, self, key, now);
  };
  if (kind === 'person') return withPerson();
  if (kind !== 'any') return ofCourse(kind === 'stream');
  return db`(case when k.course_id is null then ${withPerson()} when k.is_select then ${ofCourse(true)}
    else ${ofCourse(false)} end)`;
}

/**
 * Opens a conversation to the people who belong to it now: 403 chat.notYourConversation is the one answer for
 * "not there" and "not yours". `first`: what is unread is asked for more closely, in the same statement.
 */
export async function openConversation(
  db: Db,
  caller: Caller,
  key: ConversationKey,
  { timeZone, first = false }: { timeZone: string; first?: boolean },
): Promise<OpenConversation> {
  const { year, term, discipline, credits } = key;
  const person = 'person' in key.with ? key.with.person : null;
  const course = 'group' in key.with ? key.with : null;
  const otherRole = 'person' in key.with ? key.with.role : undefined;
  if (person !== null && (person === caller.uid || (otherRole !== undefined && otherRole === caller.role)))
    throw new Refusal('chat.notYourConversation', 403);
  const same = db`c.year_id = k.year_id and c.term_id = k.term_id and c.discipline_id = k.discipline_id
    and c.credits = k.credits`;
  const kind = course ? (course.isSelect ? 'stream' : 'group') : 'person';
  const [row] = await db<(State & { open: boolean })[]>`
    select ${belongs(db, caller, timeZone, kind)} as open, c.id, coalesce(c.revision, 0) as revision,
      k.year_id < (select id from academic_year where is_default) as closed,
      u.unread, ${first ? firstUnread(db, caller) : null}::bigint as "firstUnread", coalesce(m.sent, 0) as sent,
      ${first ? readSingly(db) : false}::boolean as "readSingly",
      m.read_to as "readTo", m.joined_at as "joinedAt"
    from (select ${year}::smallint as year_id, ${term}::smallint as term_id, ${discipline}::int as discipline_id,
      ${credits}::numeric as credits, least(${person}::bigint, ${person === null ? null : caller.uid}::bigint) as person_a,
      greatest(${person}::bigint, ${person === null ? null : caller.uid}::bigint) as person_b,
      ${course?.isSelect ?? null}::boolean as is_select, ${course?.group ?? null}::int as course_id) k
    left join conversation c on ${
      person === null
        ? db`c.course_id = k.course_id and c.is_select = k.is_select and ${same}`
        : db`c.person_a = k.person_a and c.person_b = k.person_b and ${same}`
    }
    left join conversation_member m on m.conversation_id = c.id and m.person_id = ${caller.uid}
    cross join lateral (select ${unread(db)} as unread) u`;
  if (!row?.open) throw new Refusal('chat.notYourConversation', 403);
  const { open: _, ...state } = row;
  return { ...state, key, uid: caller.uid } as OpenConversation;
}

/** SQL: the oldest message of others in conversation `c` that member `m` has not read. */
function firstUnread(db: Db, caller: Caller) {
  return db`(select x.id from message x
    where u.unread > 0 and x.conversation_id = c.id and x.deleted_at is null and x.id > m.read_to
      and x.author_id <> ${caller.uid} and not exists (select from read_single s
        where s.conversation_id = c.id and s.person_id = m.person_id and s.message_id = x.id)
    order by x.id limit 1)`;
}

/** SQL: member `m` has read messages of conversation `c` one by one. */
function readSingly(db: Db) {
  return db`exists (select from read_single s where s.conversation_id = c.id and s.person_id = m.person_id)`;
}

interface Named {
  year: number;
  term: number;
  discipline: number;
  credits: number;
  other: number | null;
  isSelect: boolean | null;
  group: number | null;
}

/**
 * Opens a message in a conversation of the caller, deleted ones too. 404 chat.notFound is the one answer for "not
 * there" and "not yours". `editMinutes`: from when on it is too late to edit it.
 */
export async function openMessage(
  db: Db,
  caller: Caller,
  id: number,
  rule: { timeZone: string; editMinutes: number },
): Promise<OpenMessage> {
  const [row] = await db<(Named & Omit<OpenMessage, 'conversation'>)[]>`
    select m.id, m.author_id = ${caller.uid} as "isMine", m.deleted_at is not null as deleted, m.message as text,
      m.file_count as "fileCount", m.created_at < now() - ${rule.editMinutes} * interval '1 minute' as late,
      c.year_id as year, c.term_id as term, c.discipline_id as discipline, c.credits,
      case when c.person_a = ${caller.uid} then c.person_b else c.person_a end as other,
      c.is_select as "isSelect", c.course_id as "group"
    from message m join conversation c on c.id = m.conversation_id
    where m.id = ${id} and (c.person_a is null or ${caller.uid} in (c.person_a, c.person_b))`;
  if (!row) throw new Refusal('chat.notFound', 404);
  const { other, isSelect, group, year, term, discipline, credits, ...message } = row;
  const whom = group === null ? { person: other ?? 0 } : { isSelect: isSelect ?? false, group };
  try {
    const key = { year, term, discipline, credits, with: whom };
    return { ...message, conversation: await openConversation(db, caller, key, rule) };
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('chat.notFound', 404);
    throw error;
  }
}

/** A file of a message that the caller may read; null when there is none, or no more, or it is not theirs. */
export async function fileOf(db: Db, caller: Caller, id: number, timeZone: string): Promise<StoredFile | null> {
  const [row] = await db<StoredFile[]>`
    select f.id, f.key, f.name, f.size, f.type
    from message_file mf
    join message m on m.id = mf.message_id and m.deleted_at is null
    join conversation k on k.id = m.conversation_id
    join file f on f.id = mf.file_id
    where mf.file_id = ${id} and ${belongs(db, caller, timeZone)}`;
  return row ?? null;
}
