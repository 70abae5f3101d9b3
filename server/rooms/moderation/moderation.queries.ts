import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { moderation } from '@bilim/contract/moderation.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';
import { correspondentNameSql } from '../../university/office-mailboxes.access.ts';
import { nameColumn, streamNameColumn, wireTimestampSql } from '../../university/university.queries.ts';
import { type AuthorizedCase, isAuthorInScope, isOwnConversation, visibleCasesFromSql } from './moderation.access.ts';

/** Cases a page. */
const page = 20;
/** Reports of one case that are listed in words. */
const wordsShown = 20;
/** Messages on each side of a reported one. */
const shownAround = 5;

/** Which cases: those that wait, or those that were decided. */
interface CaseFilter {
  readonly isDone: boolean;
  /** The last one of the page before. */
  readonly after: number | null;
  readonly language: Language;
  readonly timeZone: string;
}

type Reported = Output<typeof moderation.list>[number];

/** SQL: the page of cases `x` with message `m` and conversation `k`. */
function pageOf(db: Db, caller: Caller, { isDone, after, timeZone }: CaseFilter) {
  const further = isDone
    ? db`(x.decided_at, x.id) < (select last.decided_at, last.id from moderation_case last where last.id = ${after})`
    : db`x.id > ${after}`;
  return db`
    select x.id, x.state, x.opened_at, x.decided_at, m.id as message_id, m.author_id, m.created_at, m.message,
      k.id as conversation_id, k.discipline_id, k.course_id, k.is_select
    ${visibleCasesFromSql(db, caller, timeZone)} and ${isDone ? db`x.state <> 'open'` : db`x.state = 'open'`}
      and ${after === null ? db`true` : further}
    order by ${isDone ? db`x.decided_at desc, x.id desc` : db`x.id`} limit ${page}`;
}

/** Cases that the caller may decide, with everything there is to know of each but the people who reported it. */
export async function readCases(db: Db, caller: Caller, wanted: CaseFilter): Promise<Reported[]> {
  const { isDone, language } = wanted;
  return await db<Reported[]>`
    with x as materialized (${pageOf(db, caller, wanted)})
    select x.id as id_case, x.state, x.opened_at as opened, summary.reports, summary.reasons, summary.words, summary.meant,
      x.message_id as id_message, jsonb_build_object('uid', p.id, 'fullName', ${correspondentNameSql(db, 'p', language)}) as author,
      x.created_at as created, case when x.state = 'removed' then r.message else x.message end as message,
      array(select h.message from message_history h where h.message_id = x.message_id and h.what = 'edited'
        order by h.id) as before,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) order by mf.position)
        from message_file mf join file f on f.id = mf.file_id where mf.message_id = x.message_id), '[]'::jsonb) as files,
      case when x.discipline_id is null then 'office' when x.course_id is null then 'person'
        when x.is_select then 'stream' else 'group' end as place,
      case when x.is_select then (
          select ${streamNameColumn(db, 's', language)} from stream s join class_type ct on ct.id = s.class_type_id
          where s.id = x.course_id)
        else (select g.name from study_group g where g.id = x.course_id) end as "group",
      ${nameColumn(db, 'd', language)} as discipline,
      case when last.id is not null then jsonb_build_object('by', last.by, 'reason', last.reason,
        'at', ${wireTimestampSql(db, 'last.at')}) end as decided,
      case when r.message is not null then r.removed_at + ${limits.removedDays} * interval '1 day' end as until
    from x
    join person p on p.id = x.author_id
    left join discipline d on d.id = x.discipline_id
    left join message_removal r on r.message_id = x.message_id and r.case_id = x.id
    left join lateral (
      select e.id, e.reason, e.at, who.full_name as by from moderation_event e join person who on who.id = e.by_id
      where e.case_id = x.id order by e.id desc limit 1) last on true
    cross join lateral (
      select count(*)::int as reports,
        coalesce((select jsonb_agg(jsonb_build_object('reason', k.kind, 'count', k.count) order by k.count desc, k.kind)
          from (select kind, count(*)::int as count from message_report where case_id = x.id group by kind) k), '[]'::jsonb)
          as reasons,
        array(select w.words from message_report w where w.case_id = x.id and w.words is not null
          order by w.at limit ${wordsShown}) as words,
        coalesce(array_agg(distinct report.file_id) filter (where report.file_id is not null), '{}') as meant
      from message_report report where report.case_id = x.id) summary
    order by ${isDone ? db`x.decided_at desc, x.id desc` : db`x.id`}`;
}

/**
 * How many cases wait for the caller, how many in conversations of their own, and how many of those nobody else may
 * decide: the right is held by nobody who works with the author's faculty and is no member there.
 */
export async function countCases(db: Db, caller: Caller, timeZone: string) {
  const [row] = await db<{ open: number; own: number; alone: number }[]>`
    with waits as materialized (
      select x.id, m.author_id, k.id as conversation, ${isOwnConversation(db, caller, timeZone)} as own
      from moderation_case x join message m on m.id = x.message_id join conversation k on k.id = m.conversation_id
      where x.state = 'open' and m.deleted_at is null and ${isAuthorInScope(db, caller)})
    select (count(*) filter (where not own))::int as open, (count(*) filter (where own))::int as own,
      (count(*) filter (where own and not exists (
        select from permission_now r join account a on a.person_id = r.person_id and not a.blocked
        where r.code = 'moderation' and r.person_id <> ${caller.uid}
          and (r.faculty_id is null or ${isAtFaculties(db, 'w.author_id', db`array[r.faculty_id]`)})
          and not exists (select from message_report s where s.case_id = w.id and s.person_id = r.person_id)
          and not exists (select from conversation_member c
            where c.conversation_id = w.conversation and c.person_id = r.person_id))))::int as alone
    from waits w`;
  return row ?? { open: 0, own: 0, alone: 0 };
}

type Around = Output<typeof moderation.around>[number];

/** A few messages before that of a case and a few after it. */
export async function readMessageContext(
  db: Db,
  { message, conversation }: AuthorizedCase,
  language: Language,
): Promise<Around[]> {
  const side = (isAfter: boolean) => db`
    (select * from message x where x.conversation_id = ${conversation} and x.deleted_at is null
      and ${isAfter ? db`x.id > ${message} order by x.id` : db`x.id < ${message} order by x.id desc`} limit ${shownAround})`;
  return await db<Around[]>`
    select x.id as id_message, jsonb_build_object('uid', p.id, 'fullName', ${correspondentNameSql(db, 'p', language)}) as author,
      x.created_at as created, x.message, x.id > ${message} as "isAfter",
      array(select f.name from message_file mf join file f on f.id = mf.file_id where mf.message_id = x.id
        order by mf.position) as files
    from (${side(false)} union all ${side(true)}) x join person p on p.id = x.author_id
    order by x.id`;
}
