import { schedule } from '@bilim/contract/schedule.ts';
import type { PageStartLoader } from '../../call/page-start.ts';
import { canShowTimetable, readTimetable, readViewedTerm } from '../../university/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * the timetable of the term where a page shows classes, else how long the term lasts.
 */
export const begins: PageStartLoader = async (start) => {
  const term = await readViewedTerm(start);
  if (term) await (canShowTimetable(start) ? readTimetable(start, term) : start.fetch(schedule.term, term));
};
