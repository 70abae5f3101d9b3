import type { Output } from '@bilim/contract/call.ts';
import { deskQueuePageSize, maxDeskBatch } from '@bilim/contract/limits.ts';
import type { singlewindow as calls } from '@bilim/contract/singlewindow.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';
import { nameContainsWords } from '../../university/names.queries.ts';
import { alphabetCollationSql, nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import { type AuthorizedOrder, isAtCallersDesk } from './singlewindow.access.ts';
import { isRecentlyReminded } from './singlewindow.desk-actions.queries.ts';
import { documentNumberSql, type OrderRow, orderColumns, orderJoins } from './singlewindow.queries.ts';

/** A waiting order is old on the day that comes so many days after it was placed, and later. */
const oldDays = 3;
/** A prepared document that nobody came for in so many days is lying long. */
const lyingDays = 14;

/** Which orders of the queue are wanted; null: it makes no difference. */
export interface QueueFilter {
  readonly status: string;
  readonly document: number | null;
  readonly faculty: number | null;
  readonly find: string;
  readonly isOld: boolean;
  readonly isHanded: boolean | null;
  readonly isLying: boolean;
}

interface QueuedRow extends OrderRow {
  uid: number;
  fullName: string;
  group: string | null;
  wrote: boolean;
  isMade: boolean;
}

/** SQL: what the desk reads of an order besides, with `p` and `g`. */
const queued = (db: Db, language: Language) => db`
  ${orderColumns(db, language)}, p.id as uid, p.full_name as "fullName", g.name as group, dt.certificate is not null as "isMade",
  coalesce((select e.action = 'answered' from order_event e
    where e.order_id = o.id and e.action in ('written', 'answered') order by e.id desc limit 1), false) as wrote`;

const withOwner = (db: Db) => db`
  ${orderJoins(db)}
  join person p on p.id = o.person_id
  left join group_student gs on gs.student_id = p.id and gs.is_current
  left join study_group g on g.id = gs.group_id`;

/** SQL: order `o` was prepared so long ago that it is lying, unless it was handed out or declared void. */
const isLongPrepared = (db: Db) =>
  db`o.status = 'prepared' and o.changed_at < now() - make_interval(days => ${lyingDays})`;

/** SQL: order `o` of `p` in `g` is wanted, and at the caller's desk. */
function isWanted(db: Db, caller: Caller, wanted: QueueFilter, timeZone: string) {
  const { status, document, faculty, find, isOld, isHanded, isLying } = wanted;
  const words = db`p.folded || ' ' || fold_text(concat_ws(' ', g.name, ${documentNumberSql(db)},
    (select a.login from account a where a.person_id = p.id)))`;
  return db`o.status = ${status} and ${isAtCallersDesk(db, caller)}
    and (${document}::int is null or o.document_id = ${document}::int)
    and ${faculty === null ? db`true` : isAtFaculties(db, 'o.person_id', [faculty])}
    and ${isOld ? db`o.created_at < (${universityTodaySql(db, timeZone)} - ${oldDays - 1}::int)::timestamp at time zone ${timeZone}` : db`true`}
    and ${isHanded === null ? db`true` : db`(o.handed_at is not null) = ${isHanded} and o.revoked_at is null`}
    and ${isLying ? db`${isLongPrepared(db)} and o.handed_at is null and o.revoked_at is null` : db`true`}
    and ${find ? nameContainsWords(db, words, find) : db`true`}`;
}

/**
 * The desk's queue: one state, those after an order, oldest or newest first. The number of lines is in the text: taken
 * for a tenth of all, as an unknown one is, the database would sort every order there is.
 */
export async function readOrderQueue(
  db: Db,
  caller: Caller,
  language: Language,
  wanted: QueueFilter & { readonly after: number; readonly isNewest: boolean; readonly timeZone: string },
): Promise<QueuedRow[]> {
  const { after, isNewest, timeZone } = wanted;
  const further = isNewest ? db`(${after} = 0 or o.id < ${after})` : db`o.id > ${after}`;
  return await db<QueuedRow[]>`
    select ${queued(db, language)} from document_order o ${withOwner(db)}
    where ${isWanted(db, caller, wanted, timeZone)} and ${further}
    order by o.id ${isNewest ? db`desc` : db``} ${db.unsafe(`limit ${deskQueuePageSize}`)}`;
}

/** The ids of all that is wanted, the oldest first; as many as one act takes, and one more where there are more. */
export async function readOrderQueueIds(db: Db, caller: Caller, wanted: QueueFilter, timeZone: string) {
  return await db<{ id_okno_zakaz: number }[]>`
    select o.id as id_okno_zakaz from document_order o ${withOwner(db)}
    where ${isWanted(db, caller, wanted, timeZone)} order by o.id ${db.unsafe(`limit ${maxDeskBatch + 1}`)}`;
}

/** One order as the desk reads it, with the owner's photo. */
export async function readDeskOrder(db: Db, order: AuthorizedOrder, language: Language) {
  const [row] = await db<(QueuedRow & { photo: string | null })[]>`
    select ${queued(db, language)}, translate(encode(p.photo, 'base64'), E'\n', '') as photo
    from document_order o ${withOwner(db)} where o.id = ${order.id}`;
  if (!row) throw new Error('an open order is not there');
  return row;
}

/** The queue of the caller's desk in numbers; what was handed out day by day, today included. */
export async function countOrderQueue(db: Db, caller: Caller, language: Language, timeZone: string) {
  const mine = isAtCallersDesk(db, caller);
  const now = universityTodaySql(db, timeZone);
  const limits = caller.limitedTo.orders;
  return await db<Output<typeof calls.figures>>`
    with open as (
      select o.status, o.created_at, ${isLongPrepared(db)} as lies, ${isRecentlyReminded(db)} as reminded from document_order o
      where o.status in ('waiting', 'preparing', 'prepared') and o.handed_at is null and o.revoked_at is null and ${mine}),
    handed as (
      select (o.handed_at at time zone ${timeZone})::date as day, count(*)::int as count from document_order o
      where o.handed_at >= (${now} - 6)::timestamp at time zone ${timeZone} and ${mine} group by 1)
    select (count(*) filter (where status = 'waiting'))::int as waiting,
      (count(*) filter (where status = 'preparing'))::int as preparing,
      (count(*) filter (where status = 'prepared'))::int as prepared,
      min(created_at) filter (where status = 'waiting') as oldest,
      (count(*) filter (where lies))::int as lying,
      (count(*) filter (where lies and not reminded))::int as remindable,
      (select jsonb_agg(jsonb_build_object('day', d::date, 'count', coalesce(h.count, 0)) order by d)
        from generate_series(${now} - 6, ${now}, interval '1 day') d left join handed h on h.day = d::date) as handed,
      (select count(*) from document_order o where o.status = 'canceled' and ${mine})::int as canceled,
      (count(*) filter (where status = 'waiting'
        and created_at < (${now} - ${oldDays - 1}::int)::timestamp at time zone ${timeZone}))::int as old,
      (select coalesce(jsonb_agg(jsonb_build_object('id_faculty', f.id, 'name', ${nameColumn(db, 'f', language)})
        order by ${nameColumn(db, 'f', language)} ${alphabetCollationSql(db, language)}), '[]') from faculty f
        where ${limits ? db`f.id = any (${limits as number[]}::int[])` : db`true`}) as faculties
    from open`;
}
