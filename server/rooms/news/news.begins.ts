import { firstNewsPageInput } from '@bilim/contract/first-news-page.ts';
import { news } from '@bilim/contract/news.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * the newest announcements, and on the day of an editor the own ones.
 */
export const begins: PageStartLoader = ({ page, wide, caller, fetch }) => {
  if (!caller) return undefined;
  const isToday = page === 'today';
  return Promise.all([
    ...(page === 'news' || (isToday && wide) ? [fetch(news.data, firstNewsPageInput)] : []),
    ...(isToday && caller.permissions.includes('news') ? [fetch(news.own, {})] : []),
  ]);
};
