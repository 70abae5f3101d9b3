import { schedule } from '@bilim/contract/schedule.ts';
import type { PageStartLoader } from '../../call/page-start.ts';
import { fetchTimetable, fetchViewedTerm, hasTimetableContent } from '../../university/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * the timetable of the term where a page shows classes, else how long the term lasts.
 */
export const begins: PageStartLoader = async (start) => {
  const term = await fetchViewedTerm(start);
  if (term) await (hasTimetableContent(start) ? fetchTimetable(start, term) : start.fetch(schedule.term, term));
};
