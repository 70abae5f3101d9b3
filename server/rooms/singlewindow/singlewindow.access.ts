import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';
import type { DocumentReference } from './document-reference.ts';

/** An order that the caller owns, or has at the desk; only this file makes one. */
export type AuthorizedOrder = { readonly id: number; readonly owner: number } & { readonly __authorized: 'order' };

/** SQL: order `o` belongs to a faculty that the caller's orders permission covers. */
export function isAtCallersDesk(db: Db, caller: Caller) {
  if (!caller.permissions.includes('orders')) return db`false`;
  const limits = caller.limitedTo.orders;
  return limits ? isAtFaculties(db, 'o.person_id', limits) : db`true`;
}

async function open(
  db: Db,
  id: number,
  may: ReturnType<typeof isAtCallersDesk>,
  lock: boolean,
): Promise<AuthorizedOrder> {
  const [row] = await db<{ id: number; owner: number }[]>`
    select o.id, o.person_id as owner from document_order o
    where o.id = ${id} and ${may} ${lock ? db`for no key update of o` : db``}`;
  if (!row) throw new Refusal('singlewindow.notFound', 404);
  return row as AuthorizedOrder;
}

/** Opens an own order and locks it; another's is "not there". */
export const authorizeOwnOrder = (db: Db, caller: Caller, id: number) =>
  open(db, id, db`o.person_id = ${caller.uid}`, true);

/** Opens an order for work at the desk and locks it: of two clerks the second waits and sees the first one's step. */
export const authorizeDeskOrder = (db: Db, caller: Caller, id: number) =>
  open(db, id, isAtCallersDesk(db, caller), true);

/** Opens an order for reading: to its owner and to the desk. */
export const authorizeReadableOrder = (db: Db, caller: Caller, id: number) =>
  open(db, id, db`(o.person_id = ${caller.uid} or ${isAtCallersDesk(db, caller)})`, false);

/** Opens those of several orders that the desk may work on; locks them in the order of their ids. */
export async function authorizeDeskOrders(db: Db, caller: Caller, ids: readonly number[]): Promise<AuthorizedOrder[]> {
  return (await db<{ id: number; owner: number }[]>`
    select o.id, o.person_id as owner from document_order o
    where o.id = any (${ids as number[]}::bigint[]) and ${isAtCallersDesk(db, caller)}
    order by o.id for no key update of o`) as unknown as AuthorizedOrder[];
}

/** Opens those of several orders that the desk may read. */
export async function authorizeReadableOrders(
  db: Db,
  caller: Caller,
  ids: readonly number[],
): Promise<AuthorizedOrder[]> {
  return (await db<{ id: number; owner: number }[]>`
    select o.id, o.person_id as owner from document_order o
    where o.id = any (${ids as number[]}::bigint[]) and ${isAtCallersDesk(db, caller)}`) as unknown as AuthorizedOrder[];
}

/**
 * Opens the order of a paper in the hand. One that was never issued, and a number of another faculty without its code, are
 * unknown; a paper that proves itself by its code and belongs to another faculty says so.
 */
export async function authorizeOrderByDocument(
  db: Db,
  caller: Caller,
  { year, number, code }: DocumentReference,
): Promise<AuthorizedOrder> {
  const [row] = await db<{ id: number; owner: number; isHere: boolean }[]>`
    select o.id, o.person_id as owner, ${isAtCallersDesk(db, caller)} as "isHere" from document_order o
    where o.number_year = ${year} and o.number = ${number} and o.status = 'prepared'
      and (${code}::text is null or o.check_code = ${code}::text)`;
  if (!row || (!row.isHere && code === null)) throw new Refusal('singlewindow.unknownPaper', 404);
  if (!row.isHere) throw new Refusal('singlewindow.otherDesk', 403);
  return row as unknown as AuthorizedOrder;
}

/** The order that a person has just placed is theirs. */
export function asOwnOrder(row: { readonly id: number; readonly owner: number }): AuthorizedOrder {
  return row as AuthorizedOrder;
}
