import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameContainsWords } from '../../university/names.queries.ts';
import { nameColumn, sqlFragment, universityTodaySql } from '../../university/university.queries.ts';
import { isEntryInScope, isPersonAtFaculty } from './audit.access.ts';
import { selectAuditRows } from './audit.categories.queries.ts';

/** Most people that a search finds and whose entries are read. */
const maxFound = 50;

/** Which entries are wanted; null: all. */
export interface AuditEntryFilter {
  readonly category: string | null;
  readonly search: string;
  /** Of the name of who did it. */
  readonly who: string;
  /** Of the name of whose data it was about. */
  readonly whose: string;
  readonly from: string | null;
  readonly until: string | null;
  /** Beginning of one half hour of the first day. */
  readonly at: string | null;
}

/** An order by what is printed on its paper. */
interface OrderNumber {
  readonly year: number;
  readonly number: number;
}

/** The order whose number was typed, 2026-000184 or № 2026-184; null: the words are something else. */
function orderNumberOf(words: string): OrderNumber | null {
  const [, year, number] = /^\s*№?\s*(\d{4})-(\d{1,9})\s*$/.exec(words) ?? [];
  return year ? { year: Number(year), number: Number(number) } : null;
}

/** The place of an entry in the list: its moment in microseconds, its source, its number. */
export interface AuditCursor {
  readonly at: string;
  readonly source: number;
  readonly id: string;
}

/** An entry as it is shown. */
export interface AuditRow {
  cursor: string;
  at: string;
  action: string;
  by: { uid: number; fullName: string } | null;
  whom: { uid: number; fullName: string } | null;
  what: string | null;
  permission: string | null;
  was: string | null;
  now: string | null;
  reason: string | null;
  address: string | null;
}

/** What every source is asked for: rows of one shape, its newest ones, bounded; `most` null: all of them, to be counted. */
interface AuditPage {
  readonly db: Db;
  readonly language: Language;
  readonly timeZone: string;
  readonly wanted: AuditEntryFilter;
  readonly before: AuditCursor | null;
  readonly people: readonly number[] | null;
  readonly who: readonly number[] | null;
  readonly whose: readonly number[] | null;
  /** The order that alone is wanted. */
  readonly order: OrderNumber | null;
  readonly most: number | null;
}

/** SQL condition: somebody of a row is one of these people. */
type AmongPeople = (people: readonly number[]) => Fragment;

/** What a source calls its columns: moment, number, who did it, all people of a row, and those whose data it is about. */
interface Columns {
  readonly at: Fragment;
  readonly id: Fragment;
  readonly doer: AmongPeople;
  readonly concerns: AmongPeople;
  readonly owners: AmongPeople;
}

/** SQL: rows of a source that are wanted. */
function bounds(asked: AuditPage, source: number, columns: Columns): Fragment {
  const { db, timeZone, wanted, before, people, who, whose } = asked;
  const { at, id, doer, concerns, owners } = columns;
  const { from, until } = wanted;
  if (wanted.at !== null)
    return db`${boundsOfHalfHour(asked, wanted.at, at)} and ${bounds({ ...asked, wanted: { ...wanted, at: null } }, source, columns)}`;
  // Each moment is read once, and not for every row.
  return db`${from === null ? db`true` : db`${at} >= (select ${from}::date::timestamp at time zone ${timeZone})`}
    and ${until === null ? db`true` : db`${at} < (select (${until}::date + 1)::timestamp at time zone ${timeZone})`}
    and ${
      before
        ? db`${at} <= to_timestamp(0) + ${before.at}::bigint * interval '1 microsecond'
            and (${at}, ${source}::int, ${id}) <
            (to_timestamp(0) + ${before.at}::bigint * interval '1 microsecond', ${before.source}::int, ${before.id}::bigint)`
        : db`true`
    }
    and ${people ? concerns(people) : db`true`}
    and ${who ? doer(who) : db`true`}
    and ${whose ? owners(whose) : db`true`}`;
}

/** One of the people in an array. */
const holds =
  (db: Db, column: Fragment): AmongPeople =>
  (people) =>
    db`${column} && ${people as number[]}::bigint[]`;

/** The person in a column. */
const is =
  (db: Db, column: Fragment): AmongPeople =>
  (people) =>
    db`${column} = any (${people as number[]}::bigint[])`;

/** SQL: the newest rows of a source, as many as are wanted. */
const newest = ({ db, most }: AuditPage, at: Fragment, id: Fragment): Fragment =>
  most === null ? db`` : db`order by ${at} desc, ${id} desc limit ${most}`;

/** SQL: rows of one half hour of the first day. */
function boundsOfHalfHour({ db, timeZone, wanted }: AuditPage, halfHour: string, at: Fragment): Fragment {
  const begin = db`(select (${wanted.from}::date + ${halfHour}::time) at time zone ${timeZone})`;
  return db`${at} >= ${begin} and ${at} < ${begin} + interval '30 minutes'`;
}

/** What the trail calls the columns by which nobody is looked for. */
const trailColumns = (db: Db): Columns => ({
  at: db`a.at`,
  id: db`a.id`,
  doer: is(db, db`a.person_id`),
  concerns: holds(db, db`array[a.person_id]`),
  owners: holds(db, db`array[a.person_id]`),
});

/** SQL: the rows of the trail itself. A command has nobody as its actor; of a wrong password only the account is known. */
function trail(asked: AuditPage): Fragment {
  const { db, language, wanted, people, who, whose, most } = asked;
  const passive = db`(u.action = 'login.wrong' or (u.action like 'password.%' and not u.detail ? 'person'))`;
  const doer = db`case when not ${passive} then u.person_id end`;
  const whom = db`case when ${passive} then u.person_id
    else coalesce((u.detail->>'person')::bigint, (u.detail->>'office')::bigint) end`;
  // Rows of some people are found by them, and counted ones by their days.
  const perAction =
    most === null || people || who || whose ? null : { most, where: bounds(asked, 1, trailColumns(db)) };
  return db`
    (select u.at, 1 as source, u.id, u.action, ${doer} as by_id, ${whom} as whom_id,
      case when u.action like 'import%' then (
          select sum(n::text::bigint)::text from jsonb_path_query(u.detail, '$.** ? (@.type() == "number")') n)
        when u.action in ('backup', 'restore') then u.detail->>'rows'
        when u.action like 'audit.%' then concat_ws(' · ', coalesce(u.detail->>'category', u.detail->>'kind'),
          case when u.action = 'audit.exported'
            then nullif(concat_ws('–', u.detail->>'from', u.detail->>'until'), '') end, u.detail->>'at',
          u.detail->>'rows')
        when u.action like 'file.%' then concat_ws(' · ', u.detail->>'file', u.detail->>'signature')
        when u.action like 'moderation.%' then (
          select concat_ws(' ', case when c.discipline_id is null then 'office' when c.course_id is null then 'person' else 'class' end,
            m.id)
          from message m join conversation c on c.id = m.conversation_id where m.id = (u.detail->>'message')::bigint)
        when u.action = 'reports.exported' then concat_ws(' · ', u.detail->>'report', u.detail->>'count')
        when u.detail ? 'change' then concat_ws(' · ', ${nameColumn(db, 'd', language)}, to_char(k.day, 'DD.MM.YYYY'))
        when u.detail ? 'day' then u.detail->>'day' else coalesce(u.detail->>'count', u.detail->>'why') end as what,
      u.detail->>'code' as permission, (u.detail->>'faculty')::int as faculty, nullif(u.detail->>'was', '') as was,
      coalesce(u.detail->>'now', u.detail->>'months', case when u.action <> 'audit.exported' then u.detail->>'until' end) as now,
      coalesce(e.reason, k.reason, x.explanation) as reason, host(u.address) as address
    from ${selectAuditRows(db, wanted.category, perAction)} u left join account_event e on e.id = (u.detail->>'event')::bigint
    left join report_explanation x on x.id = (u.detail->>'explanation')::bigint and u.action = 'reports.explained'
    left join class_change k on k.id = (u.detail->>'change')::bigint and u.action like 'timetable.%'
    left join lesson l on l.id = k.lesson_id left join discipline d on d.id = l.discipline_id
    where ${bounds(asked, 1, {
      at: db`u.at`,
      id: db`u.id`,
      doer: (ids) => db`(${is(db, db`u.person_id`)(ids)} and not ${passive})`,
      // Both as their indexes have them.
      concerns: (ids) => db`(${is(db, db`u.person_id`)(ids)}
        or (u.detail ? 'person' and u.detail->>'person' = any (${ids.map(String)}::text[])))`,
      owners: holds(db, db`array[coalesce(${whom}, u.person_id)]`),
    })}
    ${newest(asked, db`u.at`, db`u.id`)})`;
}

/** SQL: what was done with papers by those who look after them. */
function papers(asked: AuditPage): Fragment {
  const { db, language, order } = asked;
  return db`
    (select e.at, 2, e.id, 'order.' || e.action, e.by_person_id, o.person_id,
      concat_ws(' · ', ${nameColumn(db, 't', language)}, o.number_year || '-' || lpad(o.number::text, 6, '0')),
      null::text, null::int, null::text, null::text, e.reason, null::text
    from order_event e join document_order o on o.id = e.order_id join document_type t on t.id = o.document_id
    where e.by_person_id <> o.person_id
      and ${order ? db`(o.number_year, o.number) = (${order.year}, ${order.number})` : db`true`}
      and ${bounds(asked, 2, {
        at: db`e.at`,
        id: db`e.id`,
        doer: is(db, db`e.by_person_id`),
        concerns: holds(db, db`array[e.by_person_id, o.person_id]`),
        owners: holds(db, db`array[o.person_id]`),
      })}
    ${newest(asked, db`e.at`, db`e.id`)})`;
}

/** SQL: marks and absences that needed a reason, with what stood there before. */
function marks(asked: AuditPage): Fragment {
  const { db, language } = asked;
  const label = (event: 'e' | 'former') =>
    db`coalesce((select m.label from journal_mark m where m.id = ${db(event)}.mark_id), ${db(event)}.action)`;
  return db`
    (select e.at, 3, e.id, 'mark.late', e.by_id, c.student_id,
      concat_ws(' · ', ${nameColumn(db, 'd', language)}, to_char(k.visit_date, 'DD.MM.YYYY')), null::text, null::int,
      former.label, ${label('e')}, e.reason, null::text
    from journal_event e join journal_cell c on c.id = e.cell_id join journal_column k on k.id = c.column_id
    join journal_course j on j.id = k.course_id join discipline d on d.id = j.discipline_id
    left join lateral (
      select ${label('former')} as label from journal_event former
      where former.cell_id = e.cell_id and former.id < e.id order by former.id desc limit 1) former on true
    where e.reason is not null
      and ${bounds(asked, 3, {
        at: db`e.at`,
        id: db`e.id`,
        doer: is(db, db`e.by_id`),
        concerns: holds(db, db`array[e.by_id, c.student_id]`),
        owners: holds(db, db`array[c.student_id]`),
      })}
    ${newest(asked, db`e.at`, db`e.id`)})`;
}

/** SQL: who read whose marks: one row a course, for all of its students. */
function readings(asked: AuditPage): Fragment {
  const { db, language } = asked;
  return db`
    (select r.at, 4, r.id, 'marks.read', r.reader_id, case when cardinality(r.students) = 1 then r.students[1] end,
      concat_ws(' · ', ${nameColumn(db, 'd', language)}, coalesce(s.name, g.name), cardinality(r.students)::text),
      null::text, null::int, null::text, null::text, null::text, null::text
    from journal_reading r join journal_course j on j.id = r.course_id join discipline d on d.id = j.discipline_id
    left join study_group g on g.id = j.group_id left join stream s on s.id = j.stream_id
    where ${bounds(asked, 4, { at: db`r.at`, id: db`r.id`, doer: is(db, db`r.reader_id`), concerns: holds(db, db`r.reader_id || r.students`), owners: holds(db, db`r.students`) })}
    ${newest(asked, db`r.at`, db`r.id`)})`;
}

/** SQL: seats that somebody else gave or took, and what the office changed in periods, streams and grants. */
function registration(asked: AuditPage): Fragment {
  const { db, language } = asked;
  const columns = {
    at: db`e.at`,
    id: db`e.id`,
    doer: is(db, db`e.by_person_id`),
    concerns: holds(db, db`array[e.by_person_id, e.student_id]`),
    owners: holds(db, db`array[e.student_id]`),
  };
  return db`
    (select e.at, 5, e.id, 'seat.' || e.kind, e.by_person_id, e.student_id, ${nameColumn(db, 'd', language)},
      null::text, null::int, null::text, null::text, e.reason, null::text
    from registration_event e join discipline d on d.id = e.discipline_id
    where e.by_person_id <> e.student_id
      and ${bounds(asked, 5, columns)}
    ${newest(asked, db`e.at`, db`e.id`)})
    union all
    (select e.at, 6, e.id, 'office.' || case when e.after ? 'default' then 'openedYear' else e.kind end, e.by_person_id, e.student_id, s.name,
      null::text, null::int, e.before::text, e.after::text, e.reason, null::text
    from registration_change e left join stream s on s.id = e.stream_id
    where ${bounds(asked, 6, columns)}
    ${newest(asked, db`e.at`, db`e.id`)})`;
}

/** The sources that hold entries of a category; null: all. */
function sourcesOf({ wanted: { category }, order }: AuditPage): readonly ((asked: AuditPage) => Fragment)[] {
  if (order) return [papers];
  if (category === null) return [trail, papers, marks, readings, registration];
  if (category === 'papers') return [papers];
  if (category === 'marks') return [marks];
  if (category === 'readings') return [readings];
  if (category === 'registration') return [registration];
  return [trail];
}

/** Whose name holds the words; null: nobody was searched for. */
async function searched(db: Db, search: string): Promise<readonly number[] | null> {
  if (!search.trim()) return null;
  const rows = await db<{ id: number }[]>`
    select p.id from person p where ${nameContainsWords(db, db`p.folded`, search)} order by p.full_name, p.id limit ${maxFound}`;
  return rows.map(({ id }) => id);
}

/** Whom and which order the words of a search mean; null: nobody, so that no entry is wanted. */
async function foundPeople(
  db: Db,
  { category, search, who, whose }: AuditEntryFilter,
): Promise<Pick<AuditPage, 'people' | 'who' | 'whose' | 'order'> | null> {
  const order = orderNumberOf(search);
  if (order && category !== null && category !== 'papers') return null;
  const found = {
    people: order ? null : await searched(db, search),
    who: await searched(db, who),
    whose: await searched(db, whose),
  };
  return Object.values(found).some((some) => some?.length === 0) ? null : { ...found, order };
}

/** SQL: the entries of all sources that are asked. */
const unionOf = (asked: AuditPage): Fragment =>
  sourcesOf(asked)
    .map((source) => source(asked))
    .reduce((left, right) => asked.db`${left} union all ${right}`);

/** SQL: the columns that every source gives. */
const auditColumns = (db: Db) =>
  sqlFragment(db, 'at, source, id, action, by_id, whom_id, what, permission, faculty, was, now, reason, address');

/** How a list of entries is asked for. */
export interface AuditListQuery {
  readonly language: Language;
  readonly timeZone: string;
  readonly wanted: AuditEntryFilter;
  readonly before: AuditCursor | null;
  readonly most: number;
}

/** What was done, newest first: at most `most` entries, of the caller's people where the permission is limited to some. */
export async function readAuditEntries(db: Db, caller: Caller, filter: AuditListQuery): Promise<AuditRow[]> {
  const { wanted, most } = filter;
  const found = await foundPeople(db, wanted);
  if (!found) return [];
  // Of a limited permission more is read than is shown, for most of it may be about others.
  const asked: AuditPage = { ...filter, ...found, db, most: caller.limitedTo.audit ? most * 20 : most };
  const all = unionOf(asked);
  const named_ = (column: 'by_id' | 'whom_id') =>
    db`(select jsonb_build_object('uid', p.id, 'fullName', p.full_name) from person p where p.id = a.${db(column)})`;
  return await db<AuditRow[]>`
    with entries (${auditColumns(db)}) as (${all})
    select (extract(epoch from a.at) * 1000000)::bigint || '.' || a.source || '.' || a.id as cursor, a.at, a.action,
      ${named_('by_id')} as by, ${named_('whom_id')} as whom,
      nullif(concat_ws(' · ', nullif(a.what, ''), (select f.short from faculty f where f.id = a.faculty)), '') as what,
      a.permission, a.was, a.now, a.reason, a.address
    from (select entries.*, coalesce(whom_id, by_id) as person_id from entries) a
    where ${isEntryInScope(db, caller)}
    order by a.at desc, a.source desc, a.id desc limit ${most}`;
}

/** How many entries fell into one half hour of a day. */
export interface HalfHourRow {
  /** Days before the one that is asked for. */
  readonly ago: number;
  /** From 0 at midnight to 47. */
  readonly slot: number;
  readonly entries: number;
}

/** What a strip counts: entries of these categories and people, of a day and of some before it. */
export interface HistogramFilter {
  readonly wanted: AuditEntryFilter;
  readonly day: string;
  readonly comparedDays: number;
  readonly timeZone: string;
  /** The faculties to whose people the permission is limited; undefined: it is not. */
  readonly faculties: readonly number[] | undefined;
}

/** The entries of a day and of some before it, by half hours. */
export async function countByHalfHours(db: Db, filter: HistogramFilter): Promise<HalfHourRow[]> {
  const { wanted, day, comparedDays, timeZone, faculties } = filter;
  const found = await foundPeople(db, wanted);
  if (!found) return [];
  const [range] = await db<{ from: string }[]>`select ${day}::date - ${comparedDays}::int as from`;
  const bounded: AuditEntryFilter = { ...wanted, from: range?.from ?? day, until: day };
  const asked: AuditPage = { ...found, language: 'ru', timeZone, wanted: bounded, before: null, most: null, db };
  // Many rows fall into few quarters: only these are put into the university's time, of which some differ by a quarter.
  return await db<HalfHourRow[]>`
    with quarters as materialized (
      select date_bin('15 minutes', a.at, to_timestamp(0)) at time zone ${timeZone} as at, count(*) as entries
      from (select e.at, coalesce(e.whom_id, e.by_id) as person_id from (${unionOf(asked)}) e (${auditColumns(db)})) a
      where ${isPersonAtFaculty(db, faculties)} group by date_bin('15 minutes', a.at, to_timestamp(0)))
    select ${day}::date - q.at::date as ago,
      (extract(hour from q.at) * 2 + floor(extract(minute from q.at) / 30))::int as slot, sum(q.entries)::int as entries
    from quarters q group by 1, 2`;
}

/** Whether the trail holds anything of the days before this one. */
export async function hasEntriesBefore(db: Db, day: string, timeZone: string): Promise<boolean> {
  const [row] = await db<{ has: boolean }[]>`
    select coalesce((select min(at) from audit) < ${day}::date::timestamp at time zone ${timeZone}, false) as has`;
  return row?.has ?? false;
}

/** The day that it is at the university. */
export async function readUniversityDay(db: Db, timeZone: string): Promise<string> {
  const [row] = await db<{ day: string }[]>`select ${universityTodaySql(db, timeZone)} as day`;
  return row?.day ?? '';
}
