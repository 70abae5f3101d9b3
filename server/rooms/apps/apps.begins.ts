import { apps } from '@bilim/contract/apps.ts';
import { appSettingsInput } from '@bilim/contract/settings-input.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * the term's defaults everywhere, and what the day and the launcher show of rooms and links.
 */
export const begins: PageStartLoader = ({ page, wide, caller, fetch }) => {
  if (!caller) return undefined;
  const isToday = page === 'today';
  // The rail of wide screens counts a clerk's orders on every page.
  const hasBadges = page === 'apps' || (wide ? caller.permissions.includes('orders') : isToday);
  return Promise.all([
    fetch(apps.settings, appSettingsInput(caller.role)),
    ...(caller.role === 1 ? [fetch(apps.empty, {})] : []),
    ...(page === 'apps' || (isToday && !wide) ? [fetch(apps.links, {})] : []),
    ...(hasBadges ? [fetch(apps.badges, {})] : []),
  ]);
};
