import { deskQueueFilters } from '@bilim/contract/desk-queues.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * the desk's queue in numbers, what waits in it, and what nobody came for, on the day of a clerk.
 */
export const begins: PageStartLoader = ({ page, caller, fetch }) =>
  page === 'today' && caller?.permissions.includes('orders')
    ? Promise.all([
        fetch(singlewindow.figures, {}),
        fetch(singlewindow.queue, deskQueueFilters.waiting),
        fetch(singlewindow.queue, deskQueueFilters.uncollected),
      ])
    : undefined;
