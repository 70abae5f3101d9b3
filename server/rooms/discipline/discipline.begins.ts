import { groupInput } from '@bilim/contract/cascade-inputs.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import type { PageStart, PageStartLoader } from '../../call/page-start.ts';
import {
  fetchCascade,
  fetchDisciplinesOfTerm,
  fetchViewedTerm,
  hasDisciplineContent,
} from '../../university/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * the disciplines of the day; of a page about one the lists of the cascade, one after the other as the page follows them.
 */
export const begins: PageStartLoader = async (start) => {
  const isShown = start.caller !== null && hasDisciplineContent(start);
  await Promise.all([
    start.wide && isShown && start.fetch(discipline.years, {}),
    start.page === 'today' && disciplinesOfToday(start),
    isShown && cascade(start),
  ]);
};

async function disciplinesOfToday(start: PageStart): Promise<void> {
  const term = await fetchViewedTerm(start);
  if (term) await fetchDisciplinesOfTerm(start, term);
}

async function cascade(start: PageStart): Promise<void> {
  const opened = await fetchCascade(start);
  // The journal and the materials show no people.
  if (!opened || !['chat', 'd'].includes(start.page)) return;
  const { term, course, semester, group } = opened;
  await start.fetch(
    start.caller?.role === 1 ? discipline.students : discipline.teachers,
    groupInput(term, course, semester, group),
  );
}
