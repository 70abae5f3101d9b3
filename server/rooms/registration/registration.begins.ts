import { registration } from '@bilim/contract/registration.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * on the day: what a student has still to choose, and the office's figures.
 */
export const begins: PageStartLoader = ({ page, caller, fetch }) =>
  caller && page === 'today'
    ? Promise.all([
        ...(caller.role === 2 ? [fetch(registration.unfinished, {})] : []),
        ...(caller.permissions.includes('registration') ? [fetch(registration.officeFigures, {})] : []),
      ])
    : undefined;
