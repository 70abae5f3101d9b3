import { accounts } from '@bilim/contract/accounts.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * how the portal stands, on the day of who looks after accounts.
 */
export const begins: PageStartLoader = ({ page, caller, fetch }) =>
  page === 'today' && caller?.permissions.includes('accounts') ? fetch(accounts.overview, {}) : undefined;
