import type { Deed, Queued } from './desk.data.ts';

/** The one next act of an order; null when there is none. */
export function nextOf(order: Pick<Queued, 'status' | 'handed' | 'revoked'>): 'take' | 'ready' | 'hand' | null {
  if (order.status === 'waiting') return 'take';
  if (order.status === 'preparing') return 'ready';
  return order.status === 'prepared' && !order.handed && !order.revoked ? 'hand' : null;
}

/** What can be done with several orders of a state; the first is the main one. */
export const actsOf: Readonly<Record<string, readonly Deed['act'][]>> = {
  waiting: ['take', 'write', 'refuse'],
  preparing: ['ready', 'write', 'refuse'],
  prepared: ['hand', 'remind', 'write'],
  canceled: [],
};
