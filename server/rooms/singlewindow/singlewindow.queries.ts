import { randomBytes } from 'node:crypto';
import type { Role } from '@bilim/contract/access.ts';
import { maxOrdersListed } from '@bilim/contract/limits.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import { notifyOrders } from '../../notices/writing.queries.ts';
import { isDocumentOffered } from '../../university/documents.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import { type AuthorizedOrder, asOwnOrder } from './singlewindow.access.ts';
import { certificateContentSql } from './singlewindow.content.queries.ts';

export type OrderStatus = 'waiting' | 'preparing' | 'prepared' | 'canceled';
export const orderStatuses: readonly string[] = [
  'waiting',
  'preparing',
  'prepared',
  'canceled',
] satisfies OrderStatus[];

export interface OrderRow {
  id_okno_zakaz: number;
  id_okno_document: number;
  okno_document: string;
  id_oblast: number;
  oblast: string;
  id_raion: number;
  raion: string;
  status: string;
  date_insert: string;
  date_update: string | null;
  canCancel: boolean;
  reason: string | null;
  number: string | null;
  isCertificate: boolean;
  handed: string | null;
  revoked: string | null;
  pickup: string | null;
  preparedBy: string | null;
  note: string | null;
  scan: { id: number; name: string; size: number; type: string } | null;
  isNew: boolean;
}

/** SQL: order `o` is prepared and its owner does not know yet. */
export const isNewForOwner = (db: Db) => db`(o.status = 'prepared' and o.seen_at is null and o.handed_at is null
  and o.revoked_at is null)`;

/** SQL: the columns of an order as the wire has them, from `o`, `dt`, `di`, `re`. */
export const orderColumns = (db: Db, language: Language) => db`
  o.id as id_okno_zakaz, o.document_id as id_okno_document, ${nameColumn(db, 'dt', language)} as okno_document,
  di.region_id as id_oblast, ${nameColumn(db, 're', language)} as oblast,
  o.district_id as id_raion, ${nameColumn(db, 'di', language)} as raion,
  o.status, o.created_at as date_insert, o.changed_at as date_update, o.status = 'waiting' as "canCancel",
  o.reason, case when o.status = 'prepared' then ${documentNumberSql(db)} end as number, o.content is not null as "isCertificate",
  o.handed_at as handed, o.revoked_at as revoked, o.note, ${isNewForOwner(db)} as "isNew",
  coalesce(${db(`dt.pickup_${language}`)}, dt.pickup_ru) as pickup,
  case when o.status = 'prepared' then (select p.full_name from order_event e join person p on p.id = e.by_person_id
    where e.order_id = o.id and e.action = 'prepared' order by e.id desc limit 1) end as "preparedBy",
  (select jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type)
    from file f where f.id = o.scan_id) as scan`;

/** SQL: the tables that those columns come from, after `document_order o`. */
export const orderJoins = (db: Db) => db`
  join document_type dt on dt.id = o.document_id
  join district di on di.id = o.district_id
  join region re on re.id = di.region_id`;

/** SQL: a document's number, 2026-000012. */
export const documentNumberSql = (db: Db) => db`o.number_year || '-' || lpad(o.number::text, 6, '0')`;

/** What people of a role can order; null: every document there is. */
export async function readDocumentTypes(db: Db, role: Role | null, language: Language) {
  return await db<{ id_okno_document: number; okno_document: string }[]>`
    select dt.id as id_okno_document, ${nameColumn(db, 'dt', language)} as okno_document
    from document_type dt where ${role ? isDocumentOffered(db, role) : db`true`}
    order by ${nameColumn(db, 'dt', language)} ${alphabetCollationSql(db, language)}, dt.id limit 200`;
}

/** The regions of the country. */
export async function readRegions(db: Db, language: Language) {
  return await db<{ id_oblast: number; oblast: string }[]>`
    select r.id as id_oblast, ${nameColumn(db, 'r', language)} as oblast
    from region r order by ${nameColumn(db, 'r', language)} ${alphabetCollationSql(db, language)}, r.id limit 100`;
}

/** The districts of a region. */
export async function readDistricts(db: Db, region: number, language: Language) {
  return await db<{ id_raion: number; raion: string }[]>`
    select d.id as id_raion, ${nameColumn(db, 'd', language)} as raion
    from district d where d.region_id = ${region}
    order by ${nameColumn(db, 'd', language)} ${alphabetCollationSql(db, language)} limit 200`;
}

/** Which parts of a choice do not exist together, and whether the document is for people of that role. */
export async function findInvalidOrderFields(
  db: Db,
  choice: { document: number; region: number; district: number },
  role: Role,
) {
  const [row] = await db<{ document: boolean; region: boolean; district: boolean; offered: boolean }[]>`
    select exists (select from document_type dt where dt.id = ${choice.document} and ${isDocumentOffered(db, role)}) as offered,
      not exists (select from document_type where id = ${choice.document}) as document,
      not exists (select from region where id = ${choice.region}) as region,
      not exists (select from district where id = ${choice.district} and region_id = ${choice.region}) as district`;
  return row ?? { document: true, region: true, district: true, offered: false };
}

/** A person's own orders, newest first. */
export async function readOwnOrders(db: Db, uid: number, language: Language): Promise<OrderRow[]> {
  return await db<OrderRow[]>`
    select ${orderColumns(db, language)} from document_order o ${orderJoins(db)}
    where o.person_id = ${uid} order by o.id desc limit ${maxOrdersListed}`;
}

/** One order as the wire has it. */
export async function readOrderRow(db: Db, order: AuthorizedOrder, language: Language): Promise<OrderRow> {
  const [row] = await db<OrderRow[]>`
    select ${orderColumns(db, language)} from document_order o ${orderJoins(db)} where o.id = ${order.id}`;
  if (!row) throw new Error('an open order is not there');
  return row;
}

/** Orders a document; null when the same one is waiting or being prepared. */
export async function insertOrder(
  db: Db,
  uid: number,
  document: number,
  district: number,
): Promise<AuthorizedOrder | null> {
  const [row] = await db<{ id: number; owner: number }[]>`
    insert into document_order (person_id, document_id, district_id)
    values (${uid}, ${document}, ${district})
    on conflict (person_id, document_id, district_id) where status in ('waiting', 'preparing') do nothing
    returning id, person_id as owner`;
  if (!row) return null;
  await storeOrderSteps(db, [row.id], 'waiting', uid, null);
  return asOwnOrder(row);
}

export async function storeOrderSteps(
  db: Db,
  orders: readonly number[],
  action: string,
  by: number,
  reason: string | null,
) {
  await db`
    insert into order_event (order_id, action, by_person_id, reason)
    select id, ${action}, ${by}, ${reason} from unnest(${orders as number[]}::bigint[]) as id`;
}

/** Keeps a step in the history of orders, and notifies their owners unless it is their own. */
async function rememberStep(db: Db, orders: readonly number[], action: string, by: number, reason: string | null) {
  await storeOrderSteps(db, orders, action, by, reason);
  await notifyOrders(db, orders, by);
}

/** Takes orders back or refuses them; gives the ids of those that stood in one of the states. */
export async function cancelOrders(
  db: Db,
  orders: readonly AuthorizedOrder[],
  from: readonly OrderStatus[],
  by: number,
  reason: string | null,
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    update document_order set status = 'canceled', changed_at = now(), reason = ${reason}
    where id = any (${orders.map(({ id }) => id)}::bigint[]) and status = any (${from as OrderStatus[]}::text[])
    returning id`;
  const ids = rows.map(({ id }) => id);
  await rememberStep(db, ids, 'canceled', by, reason);
  return ids;
}

/** Takes waiting orders into work; gives the ids of those that were waiting. */
export async function startPreparingOrders(db: Db, orders: readonly AuthorizedOrder[], by: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    update document_order set status = 'preparing', changed_at = now()
    where id = any (${orders.map(({ id }) => id)}::bigint[]) and status = 'waiting' returning id`;
  const ids = rows.map(({ id }) => id);
  await rememberStep(db, ids, 'preparing', by, null);
  return ids;
}

/**
 * Prepares orders that are in work: each gets the next numbers of the year's series, in the order of their ids, and
 * what its certificate says. Gives the ids of those that were in work.
 */
export async function prepareOrders(
  db: Db,
  orders: readonly AuthorizedOrder[],
  by: number,
  timeZone: string,
): Promise<number[]> {
  const inWork = await db<{ id: number }[]>`
    select id from document_order
    where id = any (${orders.map(({ id }) => id)}::bigint[]) and status = 'preparing' order by id`;
  const ids = inWork.map(({ id }) => id);
  if (!ids.length) return ids;
  await issueCertificates(db, ids, timeZone);
  await rememberStep(db, ids, 'prepared', by, null);
  return ids;
}

/**
 * Makes locked orders prepared: numbers of the year's series in the order of their ids, and what their certificates say.
 * An order that went back into work keeps the number that it was given.
 */
export async function issueCertificates(db: Db, ids: readonly number[], timeZone: string): Promise<void> {
  const without = await db<{ id: number }[]>`
    select id from document_order where id = any (${ids as number[]}::bigint[]) and number is null order by id`;
  const [series] = without.length
    ? await db<{ year: number; last: number }[]>`
        insert into order_series (year, last)
        values (extract(year from now() at time zone ${timeZone}), ${without.length})
        on conflict (year) do update set last = order_series.last + excluded.last
        returning year, last`
    : [{ year: 0, last: 0 }];
  if (!series) throw new Error('the series of numbers gave none');
  const codes = without.map(() => randomBytes(10).toString('hex'));
  await db`
    update document_order o set number_year = ${series.year}, check_code = n.code,
      number = ${series.last - without.length} + n.position
    from unnest(${without.map(({ id }) => id)}::bigint[], ${codes}::text[]) with ordinality as n (id, code, position)
    where o.id = n.id`;
  await db`
    update document_order o set status = 'prepared', changed_at = now(), content = ${certificateContentSql(db)}
    where o.id = any (${ids as number[]}::bigint[])`;
}

/** Gives orders the clerk's line for their owners; a prepared one is new again. */
export async function setOrderNote(db: Db, order: AuthorizedOrder, note: string | null): Promise<void> {
  await db`update document_order set note = ${note}, seen_at = null where id = ${order.id}`;
}

/** Gives an order a scan for its owner, or takes it away; a prepared one is new again. */
export async function setOrderScan(db: Db, order: AuthorizedOrder, file: number | null): Promise<void> {
  await db`update document_order set scan_id = ${file}, seen_at = null where id = ${order.id}`;
}

/** Keeps in the history that an order in work or prepared got a line or a scan; false in every other state. */
export async function recordNoteChange(
  db: Db,
  order: AuthorizedOrder,
  by: number,
  note: string | null,
): Promise<boolean> {
  const [row] = await db`
    select from document_order
    where id = ${order.id} and status in ('preparing', 'prepared') and revoked_at is null`;
  if (row) await rememberStep(db, [order.id], 'noted', by, note);
  return row !== undefined;
}

/** Notes that the owner knows of prepared orders; gives the ids of those that were new. */
export async function markOrdersSeen(db: Db, owner: number, orders: readonly number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    update document_order o set seen_at = now()
    where o.person_id = ${owner} and o.id = any (${orders as number[]}::bigint[]) and ${isNewForOwner(db)} returning id`;
  return rows.map(({ id }) => id);
}

/** The scan of an order, or null. */
export async function readOrderScan(db: Db, order: AuthorizedOrder): Promise<StoredFile | null> {
  const [row] = await db<StoredFile[]>`
    select f.id, f.key, f.name, f.size, f.type from document_order o join file f on f.id = o.scan_id
    where o.id = ${order.id}`;
  return row ?? null;
}

/** Notes that a prepared document was handed out; false when there was nothing to hand out. */
export async function markHandedOut(db: Db, order: AuthorizedOrder, by: number): Promise<boolean> {
  const done = await db`
    update document_order set handed_at = now()
    where id = ${order.id} and status = 'prepared' and handed_at is null and revoked_at is null`;
  if (done.count) await storeOrderSteps(db, [order.id], 'handed', by, null);
  return done.count === 1;
}

/** Declares a prepared document void; false when it was not prepared or is void already. */
export async function revokeOrder(db: Db, order: AuthorizedOrder, by: number, reason: string): Promise<boolean> {
  const done = await db`
    update document_order set revoked_at = now(), reason = ${reason}
    where id = ${order.id} and status = 'prepared' and revoked_at is null`;
  if (done.count) await rememberStep(db, [order.id], 'revoked', by, reason);
  return done.count === 1;
}

/** What happened to an order, oldest first; the names of clerks only when `nameColumn`. */
export async function readOrderHistory(db: Db, order: AuthorizedOrder, withNames: boolean) {
  return await db<{ action: string; at: string; reason: string | null; fio: string | null }[]>`
    select e.action, e.at, e.reason, case when ${withNames} then p.full_name end as fio
    from order_event e join person p on p.id = e.by_person_id
    where e.order_id = ${order.id} order by e.id limit 200`;
}

/** What the check page shows for a number and its code; null when they do not belong together. */
export async function checkDocumentNumber(db: Db, number: string, code: string, language: Language) {
  const [, year = '', count = ''] = /^(\d{4})-(\d{1,9})$/.exec(number) ?? [];
  if (!year) return null;
  const [row] = await db<
    { number: string; okno_document: string; fullName: string; issued: string; revoked: string | null }[]
  >`
    select ${documentNumberSql(db)} as number, ${nameColumn(db, 'dt', language)} as okno_document, p.full_name as "fullName",
      o.changed_at as issued, o.revoked_at as revoked
    from document_order o join document_type dt on dt.id = o.document_id join person p on p.id = o.person_id
    where o.number_year = ${Number(year)} and o.number = ${Number(count)} and o.check_code = ${code.toLowerCase()}
      and o.status = 'prepared'`;
  return row ?? null;
}
