import { randomUUID } from 'node:crypto';
import { deskUndoMinutes } from '@bilim/contract/limits.ts';
import type { Db } from '../../database/database.ts';
import { notifyOrders } from '../../notices/writing.queries.ts';
import type { AuthorizedOrder } from './singlewindow.access.ts';
import { certificateContentSql } from './singlewindow.content.queries.ts';
import { issueCertificates, storeOrderSteps } from './singlewindow.queries.ts';

/** What the desk does with many orders at once, and what the history calls it. */
export const deskActions = {
  take: 'preparing',
  ready: 'prepared',
  hand: 'handed',
  refuse: 'canceled',
  write: 'written',
  remind: 'reminded',
} as const;
export type DeskActionKind = keyof typeof deskActions;

/** Actions that leave nothing to take back: they were read. */
const messageActions: readonly DeskActionKind[] = ['write', 'remind'];

/** What came of an act: its number, where it can be taken back, and the orders that it was done with. */
interface Done {
  readonly act: string | null;
  readonly ids: readonly number[];
}

const idsOf = (orders: readonly AuthorizedOrder[]) => orders.map(({ id }) => id);

/** SQL: the owner of order `o` was reminded of it within a day. */
export const isRecentlyReminded = (db: Db) => db`exists (select from order_event e
  where e.order_id = o.id and e.action = 'reminded' and e.at > now() - interval '1 day')`;

/** SQL: the act is the next step of order `o` with document type `dt`. */
function fits(db: Db, action: DeskActionKind, text: string | null) {
  const isUncollected = db`o.status = 'prepared' and o.handed_at is null and o.revoked_at is null`;
  switch (action) {
    case 'take':
      return db`o.status = 'waiting'`;
    case 'ready':
      // What the portal does not write itself is ready with something that its owner reads.
      return db`o.status = 'preparing'
        and (${text !== null} or o.note is not null or o.scan_id is not null or ${certificateContentSql(db)} is not null)`;
    case 'refuse':
      return db`o.status in ('waiting', 'preparing')`;
    case 'write':
      return db`(o.status in ('waiting', 'preparing') or ${isUncollected})`;
    case 'hand':
      return isUncollected;
    case 'remind':
      return db`${isUncollected} and not ${isRecentlyReminded(db)}`;
  }
}

/** Details that the audit stores for an action of the desk, besides the states of its orders. */
interface ActionDetails {
  readonly by: number;
  readonly text: string | null;
  readonly timeZone: string;
}

/** Does an act with those of some locked orders for which it is the next step, and notifies their owners. */
export async function performDeskAction(
  db: Db,
  orders: readonly AuthorizedOrder[],
  action: DeskActionKind,
  doing: ActionDetails,
): Promise<Done> {
  const { by, text } = doing;
  const rows = await db<{ id: number }[]>`
    select o.id from document_order o
    where o.id = any (${idsOf(orders)}::bigint[]) and ${fits(db, action, text)} order by o.id`;
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return { act: null, ids };
  const number = messageActions.includes(action) ? null : randomUUID();
  // Before the change: the history keeps how each order stood.
  await db`
    insert into order_event (order_id, action, by_person_id, reason, act, was_status, was_changed_at)
    select o.id, ${deskActions[action]}, ${by},
      case when ${action !== 'ready'} or (o.note is null and o.scan_id is null) then ${text}::text end,
      ${number}, o.status, o.changed_at
    from document_order o where o.id = any (${ids}::bigint[]) order by o.id`;
  await change(db, ids, action, doing);
  if (action !== 'hand') await notifyOrders(db, ids, by, messageActions.includes(action) ? deskActions[action] : null);
  return { act: number, ids };
}

async function change(
  db: Db,
  ids: readonly number[],
  action: DeskActionKind,
  { text, timeZone }: ActionDetails,
): Promise<void> {
  const these = db`id = any (${ids as number[]}::bigint[])`;
  switch (action) {
    case 'take':
      await db`update document_order set status = 'preparing', changed_at = now() where ${these}`;
      break;
    case 'ready':
      if (text !== null)
        await db`update document_order set note = ${text} where ${these} and note is null and scan_id is null`;
      await issueCertificates(db, ids, timeZone);
      break;
    case 'hand':
      await db`update document_order set handed_at = now() where ${these}`;
      break;
    case 'refuse':
      await db`
        update document_order set status = 'canceled', changed_at = now(), reason = ${text} where ${these}`;
      break;
    case 'remind':
      // The owner has seen it and did not come: it is new again.
      await db`update document_order set seen_at = null where ${these}`;
      break;
    case 'write':
      break;
  }
}

/** Why an act was not done with some locked orders: their state, and who changed them last. */
export async function readSkipReasons(db: Db, orders: readonly AuthorizedOrder[]) {
  return await db<{ id: number; status: string; lies: boolean; by: string | null }[]>`
    select o.id, o.status, o.status = 'prepared' and o.handed_at is null and o.revoked_at is null as lies,
      (select p.full_name from order_event e join person p on p.id = e.by_person_id
        where e.order_id = o.id order by e.id desc limit 1) as by
    from document_order o where o.id = any (${idsOf(orders)}::bigint[])`;
}

/** The orders of an own act that can still be taken back; none: there is no such act, or it is too long ago. */
export async function readDeskActionOrders(db: Db, actionId: string, by: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select order_id as id from order_event
    where act = ${actionId} and by_person_id = ${by} and at > now() - make_interval(mins => ${deskUndoMinutes})`;
  return rows.map(({ id }) => id);
}

/**
 * Takes an act back from those of its locked orders to which nothing has happened since but a message of their owners;
 * gives those, and those whose owner has ordered the same again. A number that was given stays with its order.
 */
export async function undoDeskAction(db: Db, orders: readonly AuthorizedOrder[], actionId: string, by: number) {
  const rows = await db<{ id: number; isHanding: boolean; isAgain: boolean }[]>`
    select e.order_id as id, e.action = 'handed' as "isHanding", e.action = 'canceled' and exists (
      select from document_order other where other.person_id = o.person_id and other.document_id = o.document_id
        and other.district_id = o.district_id and other.status in ('waiting', 'preparing')) as "isAgain"
    from order_event e join document_order o on o.id = e.order_id
    where e.act = ${actionId} and e.order_id = any (${idsOf(orders)}::bigint[])
      and not exists (select from order_event later
        where later.order_id = e.order_id and later.id > e.id and later.action <> 'answered')
    order by e.order_id`;
  const undone = rows.filter(({ isAgain }) => !isAgain);
  const ids = undone.map(({ id }) => id);
  await db`
    update document_order o set status = e.was_status, changed_at = e.was_changed_at,
      handed_at = case when e.action <> 'handed' then o.handed_at end,
      reason = case when e.action <> 'canceled' then o.reason end,
      content = case when e.action <> 'prepared' then o.content end,
      seen_at = case when e.action <> 'prepared' then o.seen_at end,
      note = case when e.action <> 'prepared' or e.reason is null then o.note end
    from order_event e where e.act = ${actionId} and e.order_id = o.id and o.id = any (${ids}::bigint[])`;
  await storeOrderSteps(db, ids, 'undone', by, null);
  await notifyOrders(
    db,
    undone.filter(({ isHanding }) => !isHanding).map(({ id }) => id),
    by,
  );
  return { ids, again: rows.filter(({ isAgain }) => isAgain).map(({ id }) => id) };
}

/** Keeps a message of the owner about an order; false: it is handed out, void or cancelled. */
export async function recordOwnerMessage(db: Db, order: AuthorizedOrder, text: string): Promise<boolean> {
  const [row] = await db`
    select from document_order o where o.id = ${order.id} and ${fits(db, 'write', null)}`;
  if (row) await storeOrderSteps(db, [order.id], 'answered', order.owner, text);
  return row !== undefined;
}
