import { notices } from '@bilim/contract/notices.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * what is new for the person.
 */
export const begins: PageStartLoader = ({ page, caller, fetch }) =>
  caller && ['notices', 'today'].includes(page) ? fetch(notices.list, {}) : undefined;
