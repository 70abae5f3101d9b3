import { officeContactType } from '@bilim/contract/url-selection.ts';
import type { Caller } from '../auth/session.ts';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { matchesAllWordForms, mayContainWords, russianFormMatchesSql } from '../fulltext/plain-texts.ts';
import type { MatchMode } from '../fulltext/search.ts';
import { isCallerMember } from './conversations.access.ts';
import { nameContainsWords } from './names.queries.ts';
import {
  conversationOfficeSql,
  correspondentNameSql,
  correspondentTypeSql,
  isOfficeContact,
  isOwnOrOfficeMembership,
} from './office-mailboxes.access.ts';
import { nameColumn, sqlFragment } from './university.queries.ts';

/** Conversations that a search looks into, newest first, and how many of the newest messages of each. */
const conversationsSearched = 500;
const messagesSearched = 20_000;
/** Of those that may hold the words so many are weighed. */
const messagesWeighed = 200;

/** A message that was found, with what names its conversation. */
export interface MessageSearchResult {
  id_message: number;
  message: string;
  created: string;
  ismine: boolean;
  id_author: number;
  author: string;
  idid: number;
  id_type: number;
  fio: string;
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

/** SQL: what conversation `k` hangs on; with an office zeros, and the office's name. `d`: its discipline. */
export function selectConversationCourse(db: Db, conversation: 'c' | 'k', language: Language) {
  const of = (column: string) => sqlFragment(db, `${conversation}.${column}`);
  return db`coalesce(${of('year_id')}, 0) as year, coalesce(${of('term_id')}, 0) as ws,
    coalesce(${of('discipline_id')}, 0) as id_discipline, coalesce(${nameColumn(db, 'd', language)}, (
      select ${nameColumn(db, 'o', language)} from office o where o.id in (${of('person_a')}, ${of('person_b')}))) as discipline,
    coalesce(${of('credits')}, 0) as kredit`;
}

/** What is searched, and which part of what is found. */
interface Search {
  readonly words: readonly string[];
  readonly sense: MatchMode;
  /** Only older messages than this one. */
  readonly before?: number | null;
  readonly most?: number;
}

/**
 * Messages of the caller's own conversations that hold every word of a text, newest first. Who has left a conversation
 * finds nothing in it.
 */
export async function searchMessages(
  db: Db,
  caller: Caller,
  { language, timeZone }: { language: Language; timeZone: string },
  { words, sense, before = null, most = messagesWeighed }: Search,
): Promise<MessageSearchResult[]> {
  if (!words.length) return [];
  const rows = await db<(MessageSearchResult & { russian: boolean[] })[]>`
    with hit as materialized (
      select x.id, x.conversation_id, x.self
      from (
        select c.id, m.person_id as self from conversation_member m join conversation c on c.id = m.conversation_id
        where ${isOwnOrOfficeMembership(db, caller)} and c.live > 0
        order by c.last_id desc limit ${conversationsSearched}) own
      cross join lateral (
        select newest.id, newest.conversation_id, own.self from (
          select * from message x where x.conversation_id = own.id and x.deleted_at is null
            ${before === null ? db`` : db`and x.id < ${before}`}
          order by x.id desc limit ${messagesSearched}) newest
        where ${mayContainWords(db, sqlFragment(db, 'newest.message'), words)}
        order by newest.id desc limit ${messagesWeighed}) x
      order by x.id desc limit ${messagesWeighed}),
    k as materialized (
      select * from conversation k
      where k.id in (select conversation_id from hit) and ${isCallerMember(db, caller, timeZone)})
    select x.id as id_message, x.message, x.created_at as created, x.author_id = hit.self as ismine,
      x.author_id as id_author, ${correspondentNameSql(db, 'a', language)} as author, coalesce(p.id, -1) as idid,
      case when p.id is null then -1 else ${correspondentTypeSql(db)} end as id_type, coalesce(${correspondentNameSql(db, 'p', language)}, '') as fio,
      ${selectConversationCourse(db, 'k', language)}, ${conversationOfficeSql(db, 'k')} as id_office, k.is_select as "isSelect",
      k.course_id as gr_potok,
      case when k.is_select then (select s.name from stream s where s.id = k.course_id)
        else (select g.name from study_group g where g.id = k.course_id) end as "group",
      ${russianFormMatchesSql(db, sqlFragment(db, 'x.message'), words)} as russian
    from hit
    join k on k.id = hit.conversation_id
    join message x on x.id = hit.id
    join person a on a.id = x.author_id
    left join discipline d on d.id = k.discipline_id
    left join person p on p.id = case when k.person_a = hit.self then k.person_b else k.person_a end
    order by x.id desc`;
  return rows.filter((row) => matchesAllWordForms(row.message, words, row.russian, sense)).slice(0, most);
}

/** A person to whom the caller may write, with the newest discipline that they share. */
export interface Correspondent {
  idid: number;
  id_type: number;
  fio: string;
  year: number;
  ws: number;
  id_discipline: number;
  discipline: string;
  kredit: number;
  group: string | null;
  id_office: number | null;
}

/**
 * People to whom the caller may write in the default year and whose names hold every word of a text: a student's
 * teachers, a teacher's students.
 */
export async function searchContacts(
  db: Db,
  caller: Caller,
  language: Language,
  { text, most }: { text: string; most: number },
): Promise<Correspondent[]> {
  const [self, other] = caller.role === 1 ? (['teacher', 'student'] as const) : (['student', 'teacher'] as const);
  return await db<Correspondent[]>`
    select found.* from (
      select distinct on (p.id) p.id as idid, ${3 - caller.role}::int as id_type, p.full_name as fio,
        shared.year_id as year, shared.term_id as ws, shared.discipline_id as id_discipline,
        ${nameColumn(db, 'd', language)} as discipline, shared.credits as kredit,
        (select g.name from group_student member join study_group g on g.id = member.group_id
          where member.student_id = p.id and member.is_current limit 1) as "group", null::bigint as id_office
      from (
        select taught.teacher_id, member.student_id, taught.year_id, taught.term_id, taught.discipline_id, taught.credits
        from course_teacher taught
        join group_student member on member.group_id = taught.course_id and member.is_current
        where not taught.is_select
        union all
        select seat.teacher_id, seat.student_id, seat.year_id, seat.term_id, seat.discipline_id, seat.credits
        from stream_student seat where seat.is_chosen) shared
      join person p on p.id = ${sqlFragment(db, `shared.${other}_id`)}
      join discipline d on d.id = shared.discipline_id
      where ${sqlFragment(db, `shared.${self}_id`)} = ${caller.uid}
        and shared.year_id = (select id from academic_year where is_default)
        and ${nameContainsWords(db, sqlFragment(db, 'p.folded'), text)}
      order by p.id, shared.term_id desc, shared.discipline_id) found
    order by found.fio, found.idid limit ${most}`;
}

/** Offices to which the caller may write and whose names, in any language, hold every word of a text. */
export async function searchOffices(
  db: Db,
  caller: Caller,
  language: Language,
  { text, most }: { text: string; most: number },
): Promise<Correspondent[]> {
  return await db<Correspondent[]>`
    select o.id as idid, ${officeContactType}::int as id_type, ${nameColumn(db, 'o', language)} as fio, 0 as year, 0 as ws,
      0 as id_discipline, ${nameColumn(db, 'o', language)} as discipline, 0 as kredit, null::text as "group", o.id as id_office
    from office o
    where ${isOfficeContact(db, caller)}
      and ${nameContainsWords(db, db`fold_text(concat_ws(' ', o.name_ru, o.name_kg, o.name_en))`, text)}
    order by o.faculty_id is null, o.id limit ${most}`;
}
