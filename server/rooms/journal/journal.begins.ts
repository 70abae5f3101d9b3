import { groupStatisticsInput, journalInput, journalTermInput } from '@bilim/contract/cascade-inputs.ts';
import { journal } from '@bilim/contract/journal.ts';
import type { PageStart, PageStartLoader } from '../../call/page-start.ts';
import { fetchCascade, fetchViewedTerm, findInitialCourse } from '../../university/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * on the day what a teacher has entered; on a discipline's page how the student, or the teacher's groups, do in it; a student's
 * own journal.
 */
export const begins: PageStartLoader = async (start) => {
  const { page, caller, fetch } = start;
  const isTeacher = caller?.role === 1;
  if (page === 'journal' && caller?.role === 2) return await ownJournal(start);
  const term = page === 'today' || page === 'd' ? await fetchViewedTerm(start) : null;
  if (!term) return;
  const of = journalTermInput(term);
  if (page === 'today') return isTeacher ? await fetch(journal.filled, of) : undefined;
  if (!isTeacher) return await fetch(journal.overview, of);
  const opened = await findInitialCourse(start);
  if (!opened) return;
  return await fetch(journal.figures, groupStatisticsInput(opened.term, opened.course));
};

/** A discipline that is taught in streams is one journal to the student. */
async function ownJournal(start: PageStart): Promise<void> {
  const opened = await fetchCascade(start);
  if (!opened) return;
  const { term, course, semester, groups, group } = opened;
  const chosen = course.isSelect ? groups.map(({ id_group }) => id_group) : [group];
  const keys = chosen.map((one) => journalInput(term.year, course, semester, one));
  await Promise.all([
    start.fetch(journal.classTypes, {}),
    ...(keys.length === 1 ? keys.map((key) => start.fetch(journal.classTypes, key)) : []),
    ...keys.map((key) => start.fetch(journal.own, key)),
  ]);
}
