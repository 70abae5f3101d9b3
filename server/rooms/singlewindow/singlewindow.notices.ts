import type { CallContext } from '../../call/room.ts';
import type { AuthorizedOrder } from './singlewindow.access.ts';

type NotifyContext = Pick<CallContext, 'tell'>;

/** The owner sees the new state, the other clerks the shorter queue; the key is the order's id (docs/wire.md#3-the-live-line). */
export function renewOrder({ tell }: NotifyContext, orders: readonly AuthorizedOrder[]): void {
  for (const { id, owner } of orders) tell([`u:${owner}`, 'p:orders'], String(id));
  notifyOwners(
    { tell },
    orders.map(({ owner }) => owner),
  );
}

/** What is new for the owners changed: an order went on, or is known. */
export function notifyOwners({ tell }: NotifyContext, owners: readonly number[]): void {
  tell(
    owners.map((owner) => `u:${owner}` as const),
    null,
    'notices',
  );
}
