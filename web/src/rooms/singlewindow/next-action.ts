import type { DeskAction, QueuedOrder } from './desk.data.ts';

/** The one next act of an order; null when there is none. */
export function nextDeskAction(
  order: Pick<QueuedOrder, 'status' | 'handed' | 'revoked'>,
): 'take' | 'ready' | 'hand' | null {
  if (order.status === 'waiting') return 'take';
  if (order.status === 'preparing') return 'ready';
  return order.status === 'prepared' && !order.handed && !order.revoked ? 'hand' : null;
}

/** What can be done with several orders of a state; the first is the main one. */
export const deskActionsByStatus: Readonly<Record<string, readonly DeskAction['act'][]>> = {
  waiting: ['take', 'write', 'refuse'],
  preparing: ['ready', 'write', 'refuse'],
  prepared: ['hand', 'remind', 'write'],
  canceled: [],
};
