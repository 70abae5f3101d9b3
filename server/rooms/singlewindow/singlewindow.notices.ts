import type { CallContext } from '../../call/room.ts';
import type { AuthorizedOrder } from './singlewindow.access.ts';

type PublishContext = Pick<CallContext, 'publish'>;

/** The owner sees the new state, the other clerks the shorter queue; the key is the order's id (docs/wire.md#3-the-live-line). */
export function publishOrderChange({ publish }: PublishContext, orders: readonly AuthorizedOrder[]): void {
  for (const { id, owner } of orders) publish([`u:${owner}`, 'p:orders'], String(id));
  publishOwnerNotices(
    { publish },
    orders.map(({ owner }) => owner),
  );
}

/** What is new for the owners changed: an order went on, or is known. */
export function publishOwnerNotices({ publish }: PublishContext, owners: readonly number[]): void {
  publish(
    owners.map((owner) => `u:${owner}` as const),
    null,
    'notices',
  );
}
