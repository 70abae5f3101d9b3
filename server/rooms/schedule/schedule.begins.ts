import { schedule } from '@bilim/contract/schedule.ts';
import type { PageStartLoader } from '../../call/page-start.ts';
import { canShowTimetable, readTimetable, readViewedTerm } from '../../university/page-start.ts';

/** The timetable of the term where a page shows classes, else how long the term lasts. */
export const begins: PageStartLoader = async (start) => {
  const term = await readViewedTerm(start);
  if (term) await (canShowTimetable(start) ? readTimetable(start, term) : start.fetch(schedule.term, term));
};
