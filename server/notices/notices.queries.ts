import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { notices } from '@bilim/contract/notices.ts';
import type { Db } from '../database/database.ts';
import { latestPageClause } from '../database/pages.queries.ts';
import { selectTeachersOfStudent } from '../university/courses.queries.ts';
import { type NoticeReader, selectNoticeContent } from './kinds.queries.ts';

type Notice = Output<typeof notices.list>[number]['notices'][number];

/** What a kind of notice does not say. */
export const emptyNoticeDetails: Omit<Notice, 'id' | 'kind' | 'thing' | 'at' | 'isNew'> = {
  step: null,
  course: null,
  lesson: null,
  was: null,
  now: null,
  title: null,
  fileName: null,
  person: null,
  mark: null,
  count: null,
  day: null,
  until: null,
  place: null,
  reason: null,
  groups: null,
};

/** SQL: what the statements here join; a student's teachers are looked up once for all materials. */
const ownTeachers = (db: Db, { caller }: NoticeReader) =>
  caller.role === 1 ? db`` : db`with own_teachers as materialized (${selectTeachersOfStudent(db, caller.uid)})`;

/** SQL: how many of a person's notices are new, counted no further than the bell can say. */
const counted = (db: Db, reader: NoticeReader) => db`
  select count(*)::int as count from (
    select from notice cross join lateral (${selectNoticeContent(db, reader)}) x
    where notice.person_id = ${reader.caller.uid} and notice.seen_at is null and not x.known
    limit ${limits.noticesCounted}) new`;

type Row = Pick<Notice, 'id' | 'kind' | 'thing' | 'at' | 'isNew'> & { about: Partial<Notice> };

/**
 * How many of a person's notices are new, and a page of them all, newest first, those older than one; what they may not
 * see any more is not among them.
 */
export async function readNotices(
  db: Db,
  reader: NoticeReader,
  before: number | null,
): Promise<{ count: number; notices: Notice[] }> {
  const rows = await db<(Row & { count: number })[] | { count: number; id: null }[]>`
    ${ownTeachers(db, reader)}
    select counted.count, page.* from (${counted(db, reader)}) counted left join lateral (
      select notice.id, notice.kind, notice.thing, notice.at, notice.seen_at is null and not x.known as "isNew", x.about
      from notice cross join lateral (${selectNoticeContent(db, reader)}) x
      where notice.person_id = ${reader.caller.uid} and ${latestPageClause(db, 'notice.id', before, limits.noticePageSize)}) page on true
    order by page.id desc`;
  const notices = rows.flatMap((row) => {
    if (row.id === null) return [];
    const { about, count: _, ...rest } = row;
    return [{ ...rest, ...emptyNoticeDetails, ...about }];
  });
  return { count: rows[0]?.count ?? 0, notices };
}

/** How many of a person's notices are new. */
export async function countUnseenNotices(db: Db, reader: NoticeReader): Promise<number> {
  const [row] = await db<{ count: number }[]>`${ownTeachers(db, reader)} ${counted(db, reader)}`;
  return row?.count ?? 0;
}

/** Notes that a person has seen some notices, or all up to one; false when none of them was new. */
export async function markNoticesSeen(
  db: Db,
  person: number,
  { ids, upTo }: { ids: readonly number[]; upTo: number | null },
): Promise<boolean> {
  const seen = await db`
    update notice set seen_at = now()
    where person_id = ${person} and seen_at is null
      and (id = any (${ids as number[]}::bigint[]) or id <= ${upTo}::bigint)`;
  return seen.count > 0;
}

/** Makes notices of a person new again. */
export async function markNoticesUnseen(db: Db, person: number, ids: readonly number[]): Promise<boolean> {
  const back = await db`
    update notice set seen_at = null
    where person_id = ${person} and seen_at is not null and id = any (${ids as number[]}::bigint[])`;
  return back.count > 0;
}

const sweepBatchSize = 10_000;

/** Removes notices that are older than half a year, a limited number at once; called again and again. */
export async function sweepNotices(db: Db): Promise<void> {
  await db`
    delete from notice where id in (
      select id from notice where at < now() - ${limits.noticeDays} * interval '1 day' order by at limit ${sweepBatchSize})`;
}
