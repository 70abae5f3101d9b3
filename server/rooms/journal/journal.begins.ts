import { groupStatisticsInput, journalTermInput } from '@bilim/contract/cascade-inputs.ts';
import { journal } from '@bilim/contract/journal.ts';
import type { PageStartLoader } from '../../call/page-start.ts';
import { fetchViewedTerm, findInitialCourse } from '../../university/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * on the day what a teacher has entered; on a discipline's page how the student, or the teacher's groups, do in it.
 */
export const begins: PageStartLoader = async (start) => {
  const { page, caller, fetch } = start;
  const isTeacher = caller?.role === 1;
  const term = page === 'today' || page === 'd' ? await fetchViewedTerm(start) : null;
  if (!term) return;
  const of = journalTermInput(term);
  if (page === 'today') return isTeacher ? await fetch(journal.filled, of) : undefined;
  if (!isTeacher) return await fetch(journal.overview, of);
  const opened = await findInitialCourse(start);
  if (!opened) return;
  return await fetch(journal.figures, groupStatisticsInput(opened.term, opened.course));
};
