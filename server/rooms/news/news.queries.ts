import { limits } from '@bilim/contract/limits.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import {
  isInNewsScope,
  mayReadAnnouncement,
  type NewsAudience,
  permittedNewsFaculties,
  selectAddressees,
} from '../../university/addressees.access.ts';
import { alphabetCollationSql, nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import type { AuthorizedNews } from './news.access.ts';

export interface NewsRow {
  id_eventMessage: number;
  message: string;
  files: { id: number; name: string; size: number; type: string }[];
  created: string;
  author: string;
  post: string | null;
  id_author: number;
  canEdit: boolean;
  id_humanTypeFor: number;
  faculties: number[];
}

/** SQL: the files of announcement `n`, as lists show them. */
const filesOf = (db: Db) => db`
  coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type)
      order by nf.position)
    from news_file nf join file f on f.id = nf.file_id where nf.news_id = n.id), '[]')`;

/** SQL: the post `w` of person `p`, with the names that are asked for of `o`, and the group `g` of one who studies. */
const withPost = (db: Db, names: Fragment) => db`
    left join lateral (
      select ${names} from employment e join post o on o.id = e.post_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())
      order by e.rate desc, e.id limit 1) w on true
    left join group_student gs on gs.student_id = p.id and gs.is_current
    left join study_group g on g.id = gs.group_id`;

/** An author's name, and the post in each language. */
export type AuthorInLanguages = { name: string } & Record<Language, string>;

/** Name and post of an author in each language. */
export async function readAuthorInLanguages(db: Db, person: number): Promise<AuthorInLanguages> {
  const names = db`${nameColumn(db, 'o', 'kg')} as kg, ${nameColumn(db, 'o', 'ru')} as ru, ${nameColumn(db, 'o', 'en')} as en`;
  const [row] = await db<AuthorInLanguages[]>`
    select p.full_name as name, coalesce(w.kg, g.name, '') as kg, coalesce(w.ru, g.name, '') as ru,
      coalesce(w.en, g.name, '') as en
    from person p ${withPost(db, names)} where p.id = ${person}`;
  if (!row) throw new Error('an author who is nobody');
  return row;
}

/**
 * One page of announcements for the caller, newest first: the page of a number, or the items older than one.
 * `only` narrows to one item.
 */
export async function readNews(
  db: Db,
  caller: Caller,
  language: Language,
  where: { page?: number | undefined; before?: number | undefined; only?: number | undefined },
): Promise<NewsRow[]> {
  const from =
    where.only !== undefined
      ? db`and n.id = ${where.only}`
      : where.before !== undefined
        ? db`and n.id < ${where.before}`
        : db``;
  const skipped = where.before === undefined && where.page ? (where.page - 1) * limits.newsPageSize : 0;
  return await db<NewsRow[]>`
    select n.id as "id_eventMessage", n.message, n.created_at as created, n.author_id as id_author,
      coalesce(n.for_role, -1) as "id_humanTypeFor", ${isInNewsScope(db, caller)} as "canEdit",
      p.full_name as author, coalesce(w.post, g.name) as post,
      array(select faculty_id from news_faculty where news_id = n.id order by faculty_id) as faculties,
      ${filesOf(db)} as files
    from (
      select * from news n where ${mayReadAnnouncement(db, caller)} ${from}
      order by n.id desc limit ${limits.newsPageSize} offset ${skipped}) n
    join person p on p.id = n.author_id ${withPost(db, db`${nameColumn(db, 'o', language)} as post`)}
    order by n.id desc`;
}

/** How many urgent announcements an author has published today; the author's next one waits for this transaction. */
export async function countUrgentNewsToday(db: Db, author: number, timeZone: string): Promise<number> {
  await db`select from account where person_id = ${author} for update`;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from news
    where author_id = ${author} and urgent and created_at >= ${universityTodaySql(db, timeZone)}::timestamp at time zone ${timeZone}`;
  return row?.count ?? 0;
}

/** Writes an announcement with its audience and files; gives its id. */
export async function insertNews(
  db: Db,
  author: number,
  item: {
    message: string;
    role: number | null;
    faculties: readonly number[];
    urgent: boolean;
    files: readonly StoredFile[];
  },
): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into news (author_id, message, for_role, for_all_faculties, urgent)
    values (${author}, ${item.message}, ${item.role}, ${!item.faculties.length}, ${item.urgent}) returning id`;
  if (!row) throw new Error('an announcement was not stored');
  if (item.faculties.length)
    await db`
      insert into news_faculty (news_id, faculty_id)
      select ${row.id}, id from unnest(${item.faculties as number[]}::int[]) as id`;
  if (item.files.length)
    await db`
      insert into news_file (news_id, file_id, position)
      select ${row.id}, id, position
      from unnest(${item.files.map((file) => file.id)}::bigint[]) with ordinality as f (id, position)`;
  return row.id;
}

/** How many faculties of these exist. */
export async function countExistingFaculties(db: Db, faculties: readonly number[]): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from faculty where id = any (${faculties as number[]}::int[])`;
  return row?.count ?? 0;
}

/** Takes an announcement from its readers; who and when stays. */
export async function deleteNews(db: Db, news: AuthorizedNews, by: number): Promise<void> {
  await db`update news set deleted_at = now(), deleted_by = ${by} where id = ${news.id}`;
}

/** The audience of an item: role (null: both) and faculties (none: all). */
export async function readAudience(db: Db, news: AuthorizedNews): Promise<{ role: 1 | 2 | null; faculties: number[] }> {
  const [row] = await db<{ role: 1 | 2 | null; faculties: number[] }[]>`
    select for_role as role, array(select faculty_id from news_faculty where news_id = n.id) as faculties
    from news n where n.id = ${news.id}`;
  return row ?? { role: null, faculties: [] };
}

/** The file of an item by its name, if the item is addressed to the caller. */
export async function readNewsFile(db: Db, caller: Caller, id: number, name: string): Promise<StoredFile | null> {
  const [row] = await db<StoredFile[]>`
    select f.id, f.key, f.name, f.size, f.type
    from news n
    join news_file nf on nf.news_id = n.id
    join file f on f.id = nf.file_id
    where n.id = ${id} and f.name = ${name} and ${mayReadAnnouncement(db, caller)}`;
  return row ?? null;
}

/** Faculties that the caller may address; without the permission those they belong to. */
export async function readAudienceFaculties(db: Db, caller: Caller, language: Language) {
  const own = caller.permissions.includes('news') ? permittedNewsFaculties(caller) : caller.faculties;
  return await db<{ id_faculty: number; 'p23-1': string; 'p23-2': string }[]>`
    select id as id_faculty, short as "p23-1", ${nameColumn(db, 'f', language)} as "p23-2" from faculty f
    where ${own === null} or id = any (${(own ?? []) as number[]}::int[])
    order by ${nameColumn(db, 'f', language)} ${alphabetCollationSql(db, language)}`;
}

/** How many people with an open account an audience reaches. */
export async function countAudience(db: Db, audience: NewsAudience): Promise<number> {
  const [row] = await db<{ readers: number }[]>`
    select count(*)::int as readers from (${selectAddressees(db, audience)}) a`;
  return row?.readers ?? 0;
}

/** So many of one's own announcements are given, and so much of each. */
const ownShown = 6;
const ownLength = 200;

/** The caller's own latest announcements: how many were notified of each, and how many of them have opened it. */
export async function readOwnNews(db: Db, caller: Caller) {
  // Notices are written in the announcement's transaction, so that they bear its time, by which they are found.
  return await db<
    {
      id_eventMessage: number;
      message: string;
      created: string;
      id_humanTypeFor: number;
      faculties: string[];
      readers: number;
      seen: number;
    }[]
  >`
    select n.id as "id_eventMessage", left(n.message, ${ownLength}) as message, n.created_at as created,
      coalesce(n.for_role, -1) as "id_humanTypeFor", x.readers, x.seen,
      array(select f.short from news_faculty nf join faculty f on f.id = nf.faculty_id
        where nf.news_id = n.id order by f.short) as faculties
    from (
      select * from news n where n.author_id = ${caller.uid} and n.deleted_at is null
      order by n.id desc limit ${ownShown}) n
    cross join lateral (
      select count(*)::int as readers, count(seen_at)::int as seen from notice
      where at = n.created_at and kind = 'news' and thing = n.id) x
    order by n.id desc`;
}

/** So many of one's own announcements that were taken back can be found again. */
const deletedShown = 20;

/** The caller's own announcements that were taken back, whoever did it, with all that writing them again needs. */
export async function readDeletedNews(db: Db, caller: Caller) {
  return await db<
    (Pick<NewsRow, 'id_eventMessage' | 'message' | 'files' | 'created' | 'id_humanTypeFor' | 'faculties'> & {
      deleted: string;
    })[]
  >`
    select n.id as "id_eventMessage", n.message, n.created_at as created, n.deleted_at as deleted,
      coalesce(n.for_role, -1) as "id_humanTypeFor",
      array(select faculty_id from news_faculty where news_id = n.id order by faculty_id) as faculties, ${filesOf(db)} as files
    from news n where n.author_id = ${caller.uid} and n.deleted_at is not null
    order by n.deleted_at desc, n.id desc limit ${deletedShown}`;
}
